// The coach of the first games: a line that says what a step is good for. Whoever needs none switches it off; the browser
// remembers.
import { keep, kept } from "./kept";

const KEPT = "coach";

export class Coach {
  constructor() {
    const chosen = kept(KEPT);
    if (chosen !== null && document.body.dataset["coach"]) document.body.dataset["coach"] = chosen;
    this.show();
  }

  set(what: string): void {
    const on = what === "toggle" ? document.body.dataset["coach"] !== "on" : what === "on";
    document.body.dataset["coach"] = on ? "on" : "off";
    keep(KEPT, on ? "on" : "off");
    this.show();
  }

  private show(): void {
    const on = document.body.dataset["coach"] === "on";
    document.querySelector(".coach-switch")?.setAttribute("aria-pressed", String(on));
    if (!on) document.querySelector(".coach-note")?.remove();
  }
}
