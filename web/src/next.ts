// The next game that waits for the person: a key (N) and a button that lead to the table that has waited longest.

import { toast } from "./toast";

interface WaitingTable {
  id: string;
  url: string;
}

const here = /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1] ?? "";

/** The tables that wait, other than this one; null when nobody can say. */
async function waiting(): Promise<WaitingTable[] | null> {
  try {
    const answer = await fetch("/api/me/waiting", { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    return ((await answer.json()) as WaitingTable[]).filter((table) => table.id !== here);
  } catch {
    return null;
  }
}

export async function goToNext(): Promise<void> {
  const [next] = (await waiting()) ?? [];
  if (next) location.assign(next.url);
  else toast(document.querySelector<HTMLElement>("[data-no-game]")?.dataset["noGame"] ?? "");
}

/** Shows the buttons while other games wait, and how many do. */
export async function showNext(): Promise<void> {
  const buttons = document.querySelectorAll<HTMLElement>(".next-game");
  if (!buttons.length || document.hidden) return;
  const count = (await waiting())?.length ?? 0;
  for (const button of buttons) {
    button.hidden = count === 0;
    const number = button.querySelector("b");
    if (number) number.textContent = String(count);
    button.setAttribute("aria-label", `${button.title} ${count}`);
  }
}

/** N leads on, unless somebody writes. */
export function nextByKey(): void {
  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, select, textarea, dialog[open], [contenteditable]");
    if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing) return;
    event.preventDefault();
    void goToNext();
  });
}
