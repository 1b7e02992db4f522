// Tell me: messages to this device while no page is open. The browser is asked for permission when somebody switches it on, not before.

import { worker } from "./app";
import { show } from "./knobs";

type State = "on" | "off" | "denied" | "unsupported" | "apple" | "failed";

interface Wishes {
  push: boolean;
  games: Record<string, boolean>;
  quiet_tables: string[];
  devices: { id: string }[];
  push_key: string;
}

const table = /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1] ?? "";
const game = /\bgame-(\w+)/.exec(document.body.className)?.[1] ?? "";

async function ask(path: string, method = "GET", body?: unknown): Promise<Response> {
  const answer = await fetch(path, {
    method,
    headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

const wishes = async (): Promise<Wishes> => (await (await ask("/api/me/notices")).json()) as Wishes;

/** What the house calls this device: its endpoint is told to nobody. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 32);
}

function keyOf(text: string): Uint8Array<ArrayBuffer> {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/") + "=".repeat((4 - (text.length % 4)) % 4);
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

function lacking(): State | null {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return null;
  const apple = /iPhone|iPad/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;
  return apple ? "apple" : "unsupported";
}

/** How it stands on this device, as the browser says. */
async function state(): Promise<State> {
  const lack = lacking();
  if (lack) return lack;
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

async function switchOn(): Promise<State> {
  const lack = lacking();
  if (lack) return lack;
  if ((await Notification.requestPermission()) !== "granted") return Notification.permission === "denied" ? "denied" : "off";
  try {
    const registration = await worker();
    if (!registration) return "unsupported";
    const key = keyOf((await wishes()).push_key);
    const known = await registration.pushManager.getSubscription();
    const subscription = known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    await ask("/api/me/push-devices", "POST", subscription.toJSON());
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
    await ask(`/api/me/push-devices/${id}`, "DELETE").catch(() => null);
  }
  return "off";
}

/** A device that was removed elsewhere is off here, too. */
async function agree(known: Wishes): Promise<State> {
  const now = await state();
  if (now !== "on") return now;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  const id = subscription ? await idOf(subscription.endpoint) : "";
  if (known.devices.some((device) => device.id === id)) return "on";
  await subscription?.unsubscribe();
  return "off";
}

function tell(now: State): void {
  for (const one of document.querySelectorAll<HTMLElement>("[data-tell-me], [data-tell-here]")) show(one, now === "on");
  for (const words of document.querySelectorAll<HTMLElement>("[data-tell-state]"))
    words.textContent = words.dataset[now] ?? words.textContent;
}

async function fill(sheet: HTMLElement): Promise<void> {
  try {
    const known = await wishes();
    tell(await agree(known));
    for (const knob of sheet.querySelectorAll<HTMLElement>("[data-hush]"))
      show(knob, knob.dataset["hush"] === "table" ? !known.quiet_tables.includes(table) : known.games[game] !== false);
  } catch {
    // Without a network the switches stay as they were.
  }
}

async function hush(knob: HTMLElement): Promise<void> {
  const on = knob.getAttribute("aria-checked") !== "true";
  show(knob, on);
  const changes = knob.dataset["hush"] === "table" ? { tables: { [table]: on } } : { games: { [game]: on } };
  await ask("/api/me/notices", "PATCH", changes).catch(() => show(knob, !on));
}

export function notices(): void {
  const sheet = document.getElementById("tell-sheet");
  const knobs = document.querySelectorAll<HTMLElement>("[data-tell-me], [data-tell-here]");
  if (!knobs.length) return;
  void state().then(tell);
  for (const knob of knobs)
    knob.addEventListener("click", () => {
      const on = knob.getAttribute("aria-checked") !== "true";
      knob.setAttribute("aria-busy", "true");
      void (on ? switchOn() : switchOff()).then((now) => {
        knob.removeAttribute("aria-busy");
        tell(now);
        if (sheet && knob.matches("[data-tell-me]")) {
          if (!sheet.matches(":popover-open")) sheet.showPopover();
          void fill(sheet);
        } else if (now === "on" || now === "off") location.reload(); // the list of devices has changed
      });
    });
  for (const knob of sheet?.querySelectorAll<HTMLElement>("[data-hush]") ?? [])
    knob.addEventListener("click", () => void hush(knob));
  if (!sheet) void wishes().then(agree).then(tell, () => {});
}
