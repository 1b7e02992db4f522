// The sheet at the end: its bars grow once, and any key shows them whole.
export function ending(sheet: HTMLElement): void {
  const whole = (): void => sheet.classList.add("grown");
  sheet.addEventListener("keydown", whole);
  sheet.addEventListener("pointerdown", whole);
  sheet.addEventListener("close", whole);
}
