// Push notifications on this device. The browser is asked for permission only when the user turns them on.

import { track } from "./pending";
import { serviceWorker } from "./service_worker";
import { setSwitch } from "./shell";

type State = "on" | "off" | "denied" | "unsupported" | "apple" | "failed";

interface NotificationSettings {
  push: boolean;
  games: Record<string, boolean>;
  quiet_tables: string[];
  devices: { id: string }[];
  push_key: string;
}

const table = /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1] ?? "";
const game = /\bgame-(\w+)/.exec(document.body.className)?.[1] ?? "";

async function call(path: string, method = "GET", body?: unknown): Promise<Response> {
  const answer = await fetch(path, {
    method,
    keepalive: method !== "GET", // a change arrives although its page is left
    headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

async function loadSettings(): Promise<NotificationSettings> {
  return (await (await call("/api/me/notices")).json()) as NotificationSettings;
}

/** Returns the server's id of this device; the endpoint itself is never shown. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 32);
}

function keyOf(text: string): Uint8Array<ArrayBuffer> {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

function unsupported(): State | null {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return null;
  const apple = /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;
  return apple ? "apple" : "unsupported";
}

/** Returns the browser's state of push notifications on this device. */
async function state(): Promise<State> {
  const missing = unsupported();
  if (missing) return missing;
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

async function switchOn(): Promise<State> {
  const missing = unsupported();
  if (missing) return missing;
  if ((await Notification.requestPermission()) !== "granted")
    return Notification.permission === "denied" ? "denied" : "off";
  try {
    const registration = await serviceWorker();
    if (!registration) return "unsupported";
    const key = keyOf((await loadSettings()).push_key);
    const existing = await registration.pushManager.getSubscription();
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = existing ?? (await registration.pushManager.subscribe(options));
    await call("/api/me/push-devices", "POST", subscription.toJSON());
    return "on";
  } catch {
    return "failed";
  }
}

async function switchOff(): Promise<State> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    const id = await idOf(subscription.endpoint);
    await subscription.unsubscribe();
    await call(`/api/me/push-devices/${id}`, "DELETE").catch(() => null);
  }
  return "off";
}

/** Unsubscribes if the server no longer knows this device, which was removed elsewhere; returns the state. */
async function syncWithServer(settings: NotificationSettings): Promise<State> {
  const now = await state();
  if (now !== "on") return now;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  const id = subscription ? await idOf(subscription.endpoint) : "";
  if (settings.devices.some((device) => device.id === id)) return "on";
  await subscription?.unsubscribe();
  return "off";
}

function showState(now: State): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-tell-me], [data-tell-here]"))
    setSwitch(button, now === "on");
  for (const words of document.querySelectorAll<HTMLElement>("[data-tell-state]"))
    words.textContent = words.dataset[now] ?? words.textContent;
}

let changes = 0; // made on this page

async function showSettings(sheet: HTMLElement): Promise<void> {
  try {
    const before = changes;
    const settings = await loadSettings();
    if (changes !== before) return; // the switches are newer
    showState(await syncWithServer(settings));
    for (const button of sheet.querySelectorAll<HTMLElement>("[data-hush]")) {
      const ofTable = button.dataset["hush"] === "table";
      const muted = ofTable ? settings.quiet_tables.includes(table) : settings.games[game] === false;
      setSwitch(button, !muted);
    }
  } catch {
    // Without a network the switches keep their state.
  }
}

async function toggleMuted(button: HTMLElement): Promise<void> {
  const on = button.getAttribute("aria-checked") !== "true";
  changes++;
  setSwitch(button, on);
  button.setAttribute("aria-busy", "true");
  const wanted = button.dataset["hush"] === "table" ? { tables: { [table]: on } } : { games: { [game]: on } };
  await call("/api/me/notices", "PATCH", wanted).catch(() => setSwitch(button, !on));
  button.removeAttribute("aria-busy");
}

export function initNotifications(): void {
  const sheet = document.getElementById("tell-sheet");
  const buttons = document.querySelectorAll<HTMLElement>("[data-tell-me], [data-tell-here]");
  if (!buttons.length) return;
  void track(state().then(showState));
  for (const button of buttons)
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-checked") !== "true";
      button.setAttribute("aria-busy", "true");
      const switched = (on ? switchOn() : switchOff()).then((now) => {
        button.removeAttribute("aria-busy");
        showState(now);
        if (sheet && button.matches("[data-tell-me]")) {
          if (!sheet.matches(":popover-open")) sheet.showPopover();
          return showSettings(sheet);
        }
        if (now === "on" || now === "off") location.reload(); // the list of devices has changed
        return undefined;
      });
      void track(switched);
    });
  for (const button of sheet?.querySelectorAll<HTMLElement>("[data-hush]") ?? [])
    button.addEventListener("click", () => void track(toggleMuted(button)));
  if (!sheet) void track(loadSettings().then(syncWithServer).then(showState, () => {}));
}
