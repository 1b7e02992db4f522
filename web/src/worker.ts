// Works for the site while no page of it is open: shows messages, leads to their tables, and says so when there is no network.
// It keeps one page, which knows nothing of anybody; tables, lists and answers of the server are never kept.

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Pushed extends Extendable {
  data: { json(): unknown } | null;
}
interface Clicked extends Extendable {
  notification: Notification;
}
interface Fetched extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Client {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface Changed extends Extendable {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}
interface Scope {
  addEventListener(name: string, listener: (event: never) => void): void;
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: { matchAll(options: object): Promise<Client[]>; openWindow(url: string): Promise<unknown>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface Message {
  title: string;
  body: string;
  url: string;
  tag: string;
  lang: string;
}

declare const BUILD: string; // of this build: another one keeps the page anew
const scope = self as unknown as Scope;
const STORE = `tablero-${BUILD}-${new URL(scope.location.href).searchParams.get("language") ?? ""}`;
const OFFLINE = "/offline";

async function keepPage(): Promise<void> {
  const store = await caches.open(STORE);
  const page = await fetch(OFFLINE, { cache: "reload" });
  if (!page.ok) throw new Error("the page could not be kept");
  const files = new Set((await page.clone().text()).match(/\/static\/[\w.-]+/g) ?? []);
  await store.put(OFFLINE, page);
  await store.addAll([...files]);
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith("tablero-") && name !== STORE) await caches.delete(name);
  await scope.clients.claim();
}

/** A page from the network, or the one that says that there is none. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(OFFLINE);
    if (!kept) throw error;
    return kept;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function show(message: Message): Promise<void> {
  await scope.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    lang: message.lang,
    icon: "/icons/app-192.png",
    badge: "/icons/badge-96.png",
    data: { url: message.url },
    renotify: true,
  } as NotificationOptions);
}

/** To the table, in a window that shows it already, else in any window of ours, else in a new one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin);
  if (url.origin !== scope.location.origin) return;
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((client) => new URL(client.url).pathname === url.pathname);
  if (there) {
    await there.focus();
    return;
  }
  await scope.clients.openWindow(url.href);
}

/** A browser may give itself another endpoint: the house is told. */
async function tellChange(event: Changed): Promise<void> {
  const before = event.oldSubscription;
  const now = event.newSubscription ?? (before && (await scope.registration.pushManager.subscribe(before.options)));
  if (!now) return;
  await fetch("/api/me/push-devices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(now.toJSON()),
  });
}

scope.addEventListener("install", (event: Extendable) => event.waitUntil(keepPage().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event: Extendable) => event.waitUntil(forgetOthers()));
scope.addEventListener("push", (event: Pushed) => {
  if (event.data) event.waitUntil(show(event.data.json() as Message));
});
scope.addEventListener("notificationclick", (event: Clicked) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { url?: string } | null)?.url ?? "/"));
});
scope.addEventListener("pushsubscriptionchange", (event: Changed) => event.waitUntil(tellChange(event)));
scope.addEventListener("fetch", (event: Fetched) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(kept(request));
});
export {};
