// A hint: the move of the strongest bot, highlighted on the board, with its reason; on request the best moves, each
// highlighted while the pointer or the focus is on it.
import { byId } from "./shell";
import type { HintReply, Reply } from "./socket";

const CARD_PLACES = ["low", "high", "aside"];

export class Hint {
  private card = byId("advice");
  private liveRegion = byId("advice-voice");
  private more = this.part<HTMLButtonElement>('[data-do="best-moves"]');
  private list = byId("best-moves");
  private pending = false;
  private asked = 0; // counts positions: an answer about an earlier one is not shown
  private best: number | null = null; // the proposed move
  private highlighted: number | null = null; // the same, or the move under the pointer

  constructor(
    private ask: (deeper: boolean) => Promise<Reply | null>,
    private onRefused: (answer: Reply) => void,
    private bringIntoView: (spot: Element) => void,
  ) {
    for (const kind of ["pointermove", "focusin"])
      this.list.addEventListener(kind, (event) => this.onPoint(event.target as Element));
    for (const kind of ["pointerleave", "focusout"])
      this.list.addEventListener(kind, () => this.highlight(this.best));
    this.list.addEventListener("click", (event) => this.onPoint(event.target as Element, true)); // touch has no hover
  }

  get open(): boolean {
    return !this.card.hidden;
  }

  /** Requests a hint and shows it until the position changes. */
  async request(): Promise<void> {
    if (this.pending) return;
    this.pending = true;
    this.setBusy(true);
    (byId("rule-sheet") as HTMLDialogElement).close(); // on a phone the button is there
    this.clear();
    this.showThinking();
    const asked = this.asked;
    const answer = await this.ask(false);
    if (answer?.ok && answer.advice && asked === this.asked) {
      this.tell(answer.advice);
      // A deeper look at the same position may find something better, as long as the card is open.
      const deeper = answer.advice.best.length ? await this.ask(true) : null;
      if (deeper?.ok && deeper.advice && asked === this.asked && this.open) this.tell(deeper.advice, true);
    } else if (asked === this.asked) this.clear();
    this.pending = false;
    this.setBusy(false);
    this.part(".thought").hidden = true;
    if (answer && !(answer.ok && answer.advice)) this.onRefused(answer);
  }

  private showThinking(): void {
    for (const name of ["why", "move", "other"]) this.part(`.${name}`).hidden = true;
    this.more.hidden = true;
    this.list.hidden = true;
    this.part(".thought").hidden = false;
    this.card.hidden = false;
    this.placeCard();
  }

  private tell({ move, words, why, other, best }: HintReply, again = false): void {
    // What says the same, or would change a list that is being read, is left as it is.
    if (again && (!this.list.hidden || (move === this.best && this.part(".why").textContent))) return;
    for (const [name, text] of Object.entries({ move: words, why, other })) {
      this.part(`.${name}`).textContent = text;
      this.part(`.${name}`).hidden = !text;
    }
    this.list.querySelector("ol")!.replaceChildren(...best.map(bestMoveItem));
    this.more.hidden = best.length === 0;
    this.toggleBestMoves(false);
    this.card.hidden = false;
    this.liveRegion.textContent = [why || words, other].filter(Boolean).join(" ");
    this.best = move;
    this.show(this.highlight(move));
  }

  toggleBestMoves(on = this.list.hidden): void {
    this.list.hidden = !on;
    this.more.setAttribute("aria-expanded", String(on));
    this.placeCard();
  }

  /** Call after the page has changed: restores the highlight. */
  afterUpdate(): void {
    if (this.highlighted !== null) this.highlight(this.highlighted);
  }

  /** Removes the hint, because the position has changed. */
  clear(): void {
    this.asked++;
    this.best = null;
    this.card.hidden = true;
    this.liveRegion.textContent = "";
    this.highlight(null);
  }

  private onPoint(target: Element, scroll = false): void {
    const move = target.closest<HTMLElement>("[data-advised]")?.dataset["advised"];
    if (move === undefined) return;
    const spots = this.highlight(Number(move));
    if (scroll) this.show(spots);
  }

  private highlight(move: number | null): Element[] {
    this.highlighted = move;
    const places = move === null ? [] : [...document.querySelectorAll(`#table [data-move="${move}"]`)];
    const spots = [...places, ...places.flatMap(picksOf)];
    for (const spot of document.querySelectorAll(".advised"))
      if (!spots.includes(spot)) spot.classList.remove("advised");
    for (const spot of spots) spot.classList.add("advised");
    return spots;
  }

  private show(spots: Element[]): void {
    const spot = spots.find((one) => one.getClientRects().length > 0) ?? spots[0];
    if (spot) this.bringIntoView(spot);
    this.placeCard();
  }

  /** Places the card where it covers as few selectable places as possible; the moves it names count more. */
  private placeCard(): void {
    const items = [...this.list.querySelectorAll<HTMLElement>("[data-advised]")];
    const listed = new Set(items.map((item) => item.dataset["advised"]));
    const spots = [...document.querySelectorAll<HTMLElement>("#table [data-move]")].map((spot) => ({
      weight: spot.classList.contains("advised") ? 100 : listed.has(spot.dataset["move"]) ? 10 : 1,
      box: spot.getBoundingClientRect(),
    }));
    const covered = CARD_PLACES.map((place) => {
      this.card.dataset["place"] = place;
      const card = this.card.getBoundingClientRect();
      return spots.filter(({ box }) => overlap(box, card)).reduce((sum, { weight }) => sum + weight, 0);
    });
    this.card.dataset["place"] = CARD_PLACES[covered.indexOf(Math.min(...covered))];
  }

  private setBusy(on: boolean): void {
    for (const button of document.querySelectorAll('[data-do="advise"]')) {
      button.setAttribute("aria-busy", String(on));
      button.classList.toggle("thinking", on);
    }
  }

  private part<Kind extends HTMLElement>(selector: string): Kind {
    return this.card.querySelector<Kind>(selector)!;
  }
}

/** Returns the things that are picked before a place can be chosen, while it is not shown. */
function picksOf(place: Element): Element[] {
  const colours = place.classList.contains("away") ? (place.getAttribute("data-colour")?.split(" ") ?? []) : [];
  return colours.flatMap((colour) => [...document.querySelectorAll(`#table [data-pick="${colour}"]`)]);
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  if (one.width === 0) return false;
  return one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left;
}

function bestMoveItem({ move, words, chance }: { move: number; words: string; chance: number }): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["advised"] = String(move);
  const percent = document.createElement("b");
  percent.textContent = `${chance} %`;
  const name = document.createElement("span");
  name.textContent = words;
  button.append(percent, name);
  item.append(button);
  return item;
}
