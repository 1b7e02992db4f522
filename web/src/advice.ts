// A hint: what the strongest bot would do, lit on the board, with its reason; and on request the three best moves, each lit
// while it is pointed at.
import { byId } from "./shell";
import type { Answer } from "./wire";

const PLACES = ["low", "high", "aside"];

export class Hint {
  private card = byId("advice");
  private voice = byId("advice-voice");
  private more = this.part<HTMLButtonElement>('[data-do="best-moves"]');
  private list = byId("best-moves");
  private asking = false;
  private best: number | null = null; // what is proposed
  private lit: number | null = null; // what is lit: that, or another one that is pointed at

  constructor(
    private ask: () => Promise<Answer | null>,
    private refused: (answer: Answer) => void,
    private turnTo: (spot: Element) => void,
  ) {
    for (const kind of ["pointermove", "focusin"]) this.list.addEventListener(kind, (event) => this.point(event.target as Element));
    for (const kind of ["pointerleave", "focusout"]) this.list.addEventListener(kind, () => this.light(this.best));
    this.list.addEventListener("click", (event) => this.point(event.target as Element, true)); // a finger does not hover
  }

  get open(): boolean {
    return !this.card.hidden;
  }

  /** Asks, and shows the answer while the position lasts. */
  async wish(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.busy(true);
    const answer = await this.ask();
    this.asking = false;
    this.busy(false);
    (byId("rule-sheet") as HTMLDialogElement).close(); // a phone may ask there
    if (!answer) return;
    if (!answer.ok || !answer.advice) return this.refused(answer);
    const { move, words, why, other, best } = answer.advice;
    for (const [name, text] of Object.entries({ move: words, why, other })) {
      this.part(`.${name}`).textContent = text;
      this.part(`.${name}`).hidden = !text;
    }
    this.list.querySelector("ol")!.replaceChildren(...best.map(line));
    this.more.hidden = best.length === 0;
    this.unfold(false);
    this.card.hidden = false;
    this.voice.textContent = [words, why, other].filter(Boolean).join(" ");
    this.best = move;
    this.show(this.light(move));
  }

  unfold(on = this.list.hidden): void {
    this.list.hidden = !on;
    this.more.setAttribute("aria-expanded", String(on));
    this.makeRoom();
  }

  /** Call after the page has changed: what is lit stays lit. */
  after(): void {
    if (this.lit !== null) this.light(this.lit);
  }

  /** The position has changed: what was said holds no longer. */
  forget(): void {
    this.best = null;
    this.card.hidden = true;
    this.voice.textContent = "";
    this.light(null);
  }

  private point(target: Element, turn = false): void {
    const move = target.closest<HTMLElement>("[data-advised]")?.dataset["advised"];
    if (move === undefined) return;
    const spots = this.light(Number(move));
    if (turn) this.show(spots);
  }

  private light(move: number | null): Element[] {
    this.lit = move;
    const spots = move === null ? [] : [...document.querySelectorAll(`#table [data-move="${move}"]`)];
    for (const spot of document.querySelectorAll(".advised")) if (!spots.includes(spot)) spot.classList.remove("advised");
    for (const spot of spots) spot.classList.add("advised");
    return spots;
  }

  private show(spots: Element[]): void {
    const spot = spots.find((one) => one.getClientRects().length > 0) ?? spots[0];
    if (spot) this.turnTo(spot);
    this.makeRoom();
  }

  /** The card goes where it lies over as little as possible of what may be chosen, least of all over what it speaks of. */
  private makeRoom(): void {
    const spoken = new Set([...this.list.querySelectorAll<HTMLElement>("[data-advised]")].map((one) => one.dataset["advised"]));
    const spots = [...document.querySelectorAll<HTMLElement>("#table [data-move]")].map((spot) => ({
      weight: spot.classList.contains("advised") ? 100 : spoken.has(spot.dataset["move"]) ? 10 : 1,
      box: spot.getBoundingClientRect(),
    }));
    const covered = PLACES.map((place) => {
      this.card.dataset["place"] = place;
      const card = this.card.getBoundingClientRect();
      return spots.filter(({ box }) => meet(box, card)).reduce((sum, { weight }) => sum + weight, 0);
    });
    this.card.dataset["place"] = PLACES[covered.indexOf(Math.min(...covered))];
  }

  private busy(on: boolean): void {
    for (const button of document.querySelectorAll('[data-do="advise"]')) {
      button.setAttribute("aria-busy", String(on));
      button.classList.toggle("thinking", on);
    }
  }

  private part<Kind extends HTMLElement>(selector: string): Kind {
    return this.card.querySelector<Kind>(selector)!;
  }
}

function meet(one: DOMRect, other: DOMRect): boolean {
  return one.width > 0 && one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left;
}

function line({ move, words, chance }: { move: number; words: string; chance: number }): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["advised"] = String(move);
  const worth = document.createElement("b");
  worth.textContent = `${chance} %`;
  const name = document.createElement("span");
  name.textContent = words;
  button.append(worth, name);
  item.append(button);
  return item;
}
