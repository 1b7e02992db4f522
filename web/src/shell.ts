// What every page can do: switch the theme, open and close dialogs, copy a link, tell people things, notice that somebody signs in or out.

import { app } from "./app";
import { notices } from "./notices";

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
  document.cookie = `theme=${root.dataset["theme"]};path=/;max-age=31536000;samesite=lax`;
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement?.querySelector("input");
  if (!field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // pages that are not served over https have no clipboard
  }
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  label.textContent = button.dataset["done"] ?? before;
  setTimeout(() => (label.textContent = before), 2000);
}

export function show(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** Whoever signs in or out in one tab is somebody else in all of them. */
function noteWho(): void {
  const who = document.body.dataset["who"];
  if (who === undefined) return; // a page that was shown without asking the house
  try {
    if ((localStorage.getItem("who") ?? "") !== who) localStorage.setItem("who", who);
  } catch {
    return; // a browser that keeps nothing
  }
  addEventListener("storage", (event) => {
    if (event.key === "who" && (event.newValue ?? "") !== who) location.reload();
  });
}

export function shell(): void {
  app();
  notices();
  // On a phone the pages' names may need more room than there is.
  const here = document.querySelector<HTMLElement>(".top nav [aria-current]");
  void document.fonts.ready.then(() => here?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  noteWho();
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest(".theme")) switchTheme();
    const opener = target.closest<HTMLElement>("[data-open]");
    if (opener) show(opener.dataset["open"] ?? "");
    const copier = target.closest<HTMLElement>("[data-copy]");
    if (copier) void copy(copier);
    if (target.closest("[data-print]")) print();
    if (target.closest("dialog .close") || target instanceof HTMLDialogElement) target.closest("dialog")?.close();
  });
}
