// Switches with a knob.

export function show(knob: HTMLElement, on: boolean): void {
  knob.setAttribute(knob.getAttribute("role") === "switch" ? "aria-checked" : "aria-pressed", String(on));
}
