// The coach of the first games: a line that says what a step is good for. The switch is stored in this browser.
import { getStored, setStored } from "./storage";

const STORAGE_KEY = "coach";

export class Coach {
  constructor() {
    const chosen = getStored(STORAGE_KEY);
    if (chosen !== null && document.body.dataset["coach"]) document.body.dataset["coach"] = chosen;
    this.show();
  }

  set(what: string): void {
    const on = what === "toggle" ? document.body.dataset["coach"] !== "on" : what === "on";
    document.body.dataset["coach"] = on ? "on" : "off";
    setStored(STORAGE_KEY, on ? "on" : "off");
    this.show();
  }

  private show(): void {
    const on = document.body.dataset["coach"] === "on";
    document.querySelector(".coach-switch")?.setAttribute("aria-pressed", String(on));
    if (!on) document.querySelector(".coach-note")?.remove();
  }
}
