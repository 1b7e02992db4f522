// A puzzle at the table: buttons of its card and of the prompt, the light of a hint, and what became of a try.
import { place } from "./place";
import { copyLink } from "./share";
import type { Reply } from "./socket";

export interface PuzzlePage {
  ask(button: string): Promise<Reply | null>;
  onRefused(answer: Reply): void;
  openTab(part: string): void;
  showPart(part: string): void; // of a board of which a phone shows one part at a time
}

export class Puzzle {
  private stage = "asking";
  private lit = "";
  private byKey = false; // the focus is only moved for keyboard users

  constructor(
    private root: HTMLElement,
    private page: PuzzlePage,
  ) {
    document.addEventListener("click", (event) => this.onClick(event.target as Element));
    document.addEventListener("pointerdown", () => (this.byKey = false), { capture: true });
    document.addEventListener("keydown", (event) => this.onKeydown(event), { capture: true });
    this.afterUpdate();
  }

  /** Call after the page has changed. */
  afterUpdate(): void {
    const card = this.card();
    const stage = card.dataset["stage"] ?? "";
    const lit = card.dataset["lit"] ?? "";
    const places = lit ? [...document.querySelectorAll(`#table [data-move="${lit}"]`)] : [];
    for (const place of document.querySelectorAll("#table .wanted"))
      place.classList.toggle("wanted", places.includes(place));
    for (const place of places) place.classList.add("wanted");
    for (const place of document.querySelectorAll("#table [data-move]"))
      place.classList.toggle("unlit", places.length > 0 && !places.includes(place));
    if (lit && lit !== this.lit) this.showLit(places);
    this.lit = lit;
    // The next one is of the same theme.
    for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-next-puzzle]"))
      link.search = place.search;
    if (stage === this.stage) return;
    this.stage = stage;
    if (!card.classList.contains("verdict")) return;
    this.root.closest("aside")!.scrollTop = 0;
    if (this.byKey) card.querySelector<HTMLElement>("[data-focus]")?.focus({ preventScroll: true });
  }

  private card(): HTMLElement {
    return this.root.querySelector<HTMLElement>(".pz-card")!;
  }

  private showLit(places: Element[]): void {
    const shown = (one: Element): boolean => one.getClientRects().length > 0 && !one.classList.contains("away");
    if (!places.some(shown)) this.page.openTab("board");
    // A cube that has to be in the hand first, and the part of the board that holds the place.
    const colours = places.find((one) => one.classList.contains("away"))?.getAttribute("data-colour")?.split(" ") ?? [];
    for (const colour of places.some(shown) ? [] : colours)
      document.querySelector<HTMLElement>(`#table [data-pick="${colour}"]:not(.picked)`)?.click();
    for (const tab of document.querySelectorAll<HTMLElement>('#table [role="tab"][data-part]'))
      if (!places.some(shown)) this.page.showPart(tab.dataset["part"] ?? "0");
    const place = places.find(shown);
    place?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (this.byKey) (place as HTMLElement | undefined)?.focus({ preventScroll: true });
  }

  private onClick(target: Element): void {
    const what = target.closest<HTMLElement>("[data-puzzle]:not(:disabled)")?.dataset["puzzle"];
    if (what) return void this.ask(what);
    const sharing = target.closest<HTMLElement>("#puzzle [data-share]");
    if (sharing) void copyLink(sharing);
  }

  private async ask(what: string): Promise<void> {
    if (what === "again") this.page.openTab("board");
    const answer = await this.page.ask(what);
    if (answer && !answer.ok) this.page.onRefused(answer);
  }

  /** Enter presses the main button of a verdict, N leads to the next puzzle, H asks for a hint. */
  private onKeydown(event: KeyboardEvent): void {
    this.byKey = true;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    const key = event.key.toLowerCase();
    const wanted =
      key === "n" ? "[data-next-puzzle]"
      : key === "h" ? '#prompt [data-puzzle="hint"]'
      : key === "backspace" ? '#prompt [data-do="undo"]:enabled'
      : key === "enter" && !target.closest("button, a, summary, [data-move]") ? "#puzzle [data-main]"
      : ""; // prettier-ignore
    const button = wanted && document.querySelector<HTMLElement>(wanted);
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    button.click();
  }
}
