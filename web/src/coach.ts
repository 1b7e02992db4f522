// The coach of the first games: a line that says what a step is good for, and what the strongest bot would do. Whoever needs
// none switches it off; the browser remembers.
import { keep, kept } from "./kept";
import { byId } from "./shell";
import type { Answer } from "./wire";

const KEPT = "coach";

export class Coach {
  private box = byId("advice");
  private asking = false;
  private move: number | null = null; // what is proposed

  constructor(
    private ask: () => Promise<Answer | null>,
    private refused: (answer: Answer) => void,
    private turnTo: (spot: Element) => void,
  ) {
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
    if (on) return;
    this.forget();
    document.querySelector(".coach-note")?.remove();
  }

  /** Asks for a proposal, and shows it while the position lasts. */
  async advise(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.busy(true);
    const answer = await this.ask();
    this.asking = false;
    this.busy(false);
    (byId("rule-sheet") as HTMLDialogElement).close(); // a phone asks there
    if (!answer) return;
    if (!answer.ok || !answer.advice) return this.refused(answer);
    const { move, words, reason } = answer.advice;
    this.box.querySelector("b")!.textContent = words;
    this.box.querySelector("span")!.textContent = reason;
    this.box.hidden = false;
    this.move = move;
    const spots = this.after();
    const spot = spots.find((one) => one.getClientRects().length > 0) ?? spots[0];
    if (spot) this.turnTo(spot);
  }

  /** Call after the page has changed: what is proposed stays lit. */
  after(): Element[] {
    const spots = this.move === null ? [] : [...document.querySelectorAll(`#table [data-move="${this.move}"]`)];
    for (const spot of spots) spot.classList.add("advised");
    return spots;
  }

  /** The position has changed: what was said holds no longer. */
  forget(): void {
    this.move = null;
    this.box.hidden = true;
    for (const spot of document.querySelectorAll(".advised")) spot.classList.remove("advised");
  }

  private busy(on: boolean): void {
    for (const button of document.querySelectorAll('[data-do="advise"]')) {
      button.setAttribute("aria-busy", String(on));
      button.classList.toggle("thinking", on);
    }
  }
}
