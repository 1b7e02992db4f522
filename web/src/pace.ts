// How fast things are told: the person's own choice, kept in this browser.
import { keep, kept } from "./kept";

const FACTORS: Record<string, number> = { slow: 1.7, normal: 1, quick: 0.5, none: 0 };
const KEY = "pace";

export function pace(): string {
  const name = kept(KEY) ?? "normal";
  return name in FACTORS ? name : "normal";
}

/** By how much every pause is longer than usual; 0 when nothing is told step by step. */
export function factor(): number {
  return FACTORS[pace()]!;
}

export function setPace(name: string): void {
  if (name in FACTORS) keep(KEY, name);
  showPace();
}

export function showPace(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-pace]"))
    button.setAttribute("aria-pressed", String(button.dataset["pace"] === pace()));
}
