// Speed of playback: the user's choice, stored in this browser.
import { getStored, setStored } from "./storage";

const FACTORS: Record<string, number> = { slow: 1.7, normal: 1, quick: 0.5, none: 0 };
const KEY = "pace";

export function pace(): string {
  const name = getStored(KEY) ?? "normal";
  return name in FACTORS ? name : "normal";
}

/** Returns the factor by which pauses are longer than normal; 0 without playback. */
export function paceFactor(): number {
  return FACTORS[pace()]!;
}

export function setPace(name: string): void {
  if (name in FACTORS) setStored(KEY, name);
  showPace();
}

export function showPace(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-pace]"))
    button.setAttribute("aria-pressed", String(button.dataset["pace"] === pace()));
}
