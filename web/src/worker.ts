// Service worker: shows push messages, opens their tables, and serves the offline page without a network. Only the
// offline page and its files are cached, which hold no personal data; tables, lists and API replies never are.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}
interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Client {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface SubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}
interface Scope {
  addEventListener(name: string, listener: (event: never) => void): void;
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    matchAll(options: object): Promise<Client[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
}
interface PushMessage {
  title: string;
  body: string;
  url: string;
  tag: string;
  lang: string;
}

declare const BUILD: string; // hash of this build: each build has a cache of its own
const scope = self as unknown as Scope;
const CACHE = `tablero-${BUILD}-${new URL(scope.location.href).searchParams.get("language") ?? ""}`;
const OFFLINE = "/offline";

async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(OFFLINE, { cache: "reload" });
  if (!page.ok) throw new Error("the offline page could not be cached");
  const files = new Set((await page.clone().text()).match(/\/static\/[\w.-]+/g) ?? []);
  await cache.put(OFFLINE, page);
  await cache.addAll([...files]);
}

async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith("tablero-") && name !== CACHE) await caches.delete(name);
  await scope.clients.claim();
}

/** Returns a page from the network, or the offline page. */
async function fetchPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const offline = await caches.match(OFFLINE);
    if (!offline) throw error;
    return offline;
  }
}

async function fetchStatic(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function showMessage(message: PushMessage): Promise<void> {
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

/** Focuses a window that shows the table, else opens a new one. */
async function openTable(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin);
  if (url.origin !== scope.location.origin) return;
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const showing = windows.find((client) => new URL(client.url).pathname === url.pathname);
  if (showing) {
    await showing.focus();
    return;
  }
  await scope.clients.openWindow(url.href);
}

/** Sends the new push subscription to the server after the browser has changed it. */
async function sendSubscription(event: SubscriptionChangeEvent): Promise<void> {
  const before = event.oldSubscription;
  const now = event.newSubscription ?? (before && (await scope.registration.pushManager.subscribe(before.options)));
  if (!now) return;
  await fetch("/api/me/push-devices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(now.toJSON()),
  });
}

scope.addEventListener("install", (event: ExtendableEvent) =>
  event.waitUntil(cacheOfflinePage().then(() => scope.skipWaiting())),
);
scope.addEventListener("activate", (event: ExtendableEvent) => event.waitUntil(deleteOldCaches()));
scope.addEventListener("push", (event: PushEvent) => {
  if (event.data) event.waitUntil(showMessage(event.data.json() as PushMessage));
});
scope.addEventListener("notificationclick", (event: NotificationEvent) => {
  event.notification.close();
  event.waitUntil(openTable((event.notification.data as { url?: string } | null)?.url ?? "/"));
});
scope.addEventListener("pushsubscriptionchange", (event: SubscriptionChangeEvent) =>
  event.waitUntil(sendSubscription(event)),
);
scope.addEventListener("fetch", (event: FetchEvent) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fetchStatic(request));
});
export {};
