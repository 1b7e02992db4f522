// The sheet at the end: its bars grow once, and any key shows them whole; sharing is a link.
import { copyLink } from "./link";

export function ending(sheet: HTMLElement): void {
  const whole = (): void => sheet.classList.add("grown");
  sheet.addEventListener("keydown", whole);
  sheet.addEventListener("pointerdown", whole);
  sheet.addEventListener("close", whole);
  sheet.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-share]");
    if (button) void copyLink(button);
  });
}
