// What every page has: theme switch, dialogs, copy buttons, notifications, reloading after a sign-in in another tab.

import { registerServiceWorker } from "./service_worker";
import { initNotifications } from "./notifications";
import { followLinks, host, setCookie } from "./place";
import "./element_styles";
import "./pending";

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset["theme"]
    ? root.dataset["theme"] === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset["theme"] = dark ? "light" : "dark";
  setCookie("theme", root.dataset["theme"]);
}

/** Parses a page. Its style sheet is left out: the policy of the present page would refuse it. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html.replace(/<style>[^<]*<\/style>/, ""), "text/html");
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement?.querySelector("input");
  if (!field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the clipboard API needs https
  }
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  label.textContent = button.dataset["done"] ?? before;
  setTimeout(() => (label.textContent = before), 2000);
}

/** Opens a dialog, by its id. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** Sets a switch on or off, by the ARIA attribute of its role. */
export function setSwitch(button: HTMLElement, on: boolean): void {
  button.setAttribute(button.getAttribute("role") === "switch" ? "aria-checked" : "aria-pressed", String(on));
}

/** Reloads the page when the user signs in or out in another tab. */
function followSession(): void {
  const who = document.body.dataset["who"];
  if (who === undefined) return; // a page from the cache of the service worker
  try {
    if ((localStorage.getItem("who") ?? "") !== who) localStorage.setItem("who", who);
  } catch {
    return; // no storage
  }
  addEventListener("storage", (event) => {
    if (event.key === "who" && (event.newValue ?? "") !== who) location.reload();
  });
}

export function shell(): void {
  if (!host) registerServiceWorker();
  initNotifications();
  followLinks();
  // On a phone the navigation may be wider than the screen.
  const here = document.querySelector<HTMLElement>(".top nav [aria-current]");
  void document.fonts.ready.then(() => here?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  if (!host) followSession();
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest(".theme")) switchTheme();
    const opener = target.closest<HTMLElement>("[data-open]");
    if (opener instanceof HTMLAnchorElement) event.preventDefault(); // without this script the link leads to a page
    if (opener) openDialog(opener.dataset["open"] ?? "");
    const copier = target.closest<HTMLElement>("[data-copy]");
    if (copier) void copy(copier);
    if (target.closest("[data-print]")) print();
    if (target.closest("dialog .close") || target instanceof HTMLDialogElement) target.closest("dialog")?.close();
  });
}
