// The next table that waits for the user: a key (N) and a button that lead to the one that has waited longest.

import { track } from "./pending";
import { goTo, host, place } from "./place";
import { toast } from "./toast";

interface WaitingTable {
  id: string;
  url: string;
}

const here = /^\/t\/([\w-]+)$/.exec(place.pathname)?.[1] ?? "";

/** Returns the waiting tables other than this one; null without an answer of the server. */
function loadWaiting(): Promise<WaitingTable[] | null> {
  return track(requestWaiting());
}

async function requestWaiting(): Promise<WaitingTable[] | null> {
  try {
    const answer = await fetch("/api/me/waiting", { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    return ((await answer.json()) as WaitingTable[]).filter((table) => table.id !== here);
  } catch {
    return null;
  }
}

export async function goToNext(): Promise<void> {
  if (host) return;
  const [next] = (await loadWaiting()) ?? [];
  if (next) goTo(next.url);
  else toast(document.querySelector<HTMLElement>("[data-no-game]")?.dataset["noGame"] ?? "");
}

/** Shows the buttons while other tables wait, with their number. */
export async function showNextButtons(): Promise<void> {
  const buttons = document.querySelectorAll<HTMLElement>(".next-game");
  if (!buttons.length || document.hidden) return;
  const count = (await loadWaiting())?.length ?? 0;
  for (const button of buttons) {
    button.hidden = count === 0;
    const number = button.querySelector("b");
    if (number) number.textContent = String(count);
    button.setAttribute("aria-label", `${button.title} ${count}`);
  }
}

/** Makes N open the next table, except in form fields and dialogs. */
export function enableNextKey(): void {
  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, select, textarea, dialog[open], [contenteditable]");
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key.toLowerCase() !== "n" || modified || event.repeat || typing) return;
    event.preventDefault();
    void goToNext();
  });
}
