// Choosing a move on the board: a mouse commits with one click, touch with two taps (the first previews), arrow keys
// move from one legal place to the next. The page knows no rules: every element that can be chosen carries data-move.
// data-pick is a choice that stays in the page (which of several cubes to place); elements with data-colour belong to
// one pick and are hidden while another is picked. Inside data-optional a pick may be undone. Inside data-two two
// things are picked, the third lets the first go, and a colour is a pair ("1 4"). Inside
// data-twice the first click selects, for a mouse too.
import { Timer } from "./pending";
import { layOverWords, SMALL } from "./words_box";

export interface PickerPage {
  play(move: number): void;
  preview(move: number): Promise<string | null>; // -1 ends the preview
  why(move: number, place: string): void; // explains why this illegal move at `place` is refused
  onKey(key: string): boolean; // handles keys of the page around the board; returns whether it did
}

const HOVER_DELAY = 25; // milliseconds before a pointer over a place starts a preview

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}; // prettier-ignore

const DOUBLE_CLICK = 500; // milliseconds
const DISTANCES = [12, 48, 110, 190]; // pixels between a place and its preview

type Spot = HTMLElement | SVGElement;

export class MovePicker {
  private picked: string | null = null;
  private previewed: string | null = null; // key of the place whose preview is shown
  private selected: string | null = null; // key of the place selected by a first click inside data-twice
  private touch = false;
  private byKey = false;
  private focused: { key: string; slot: string; x: number; y: number } | null = null;
  private timer = new Timer();
  private requests = 0;
  private committedAt = -DOUBLE_CLICK;
  private explained: Element | null = null; // the place that the box explains

  constructor(
    private root: HTMLElement,
    private previewBox: HTMLElement,
    private page: PickerPage,
  ) {
    document.addEventListener("pointerdown", (event) => {
      this.touch = event.pointerType !== "mouse";
      this.byKey = false;
    });
    document.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => this.onKeydown(event));
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse" || this.selected !== null) return;
      if (this.explained && !this.explained.contains(event.target as Node)) this.hideBox();
      const spot = this.spotAt(event.target);
      if (spot && "move" in spot.dataset) this.startPreview(spot, HOVER_DELAY);
      else this.endPreview();
    });
    root.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse") return;
      if (this.explained) this.hideBox();
      if (this.selected === null) this.endPreview();
    });
    root.addEventListener("focusin", (event) => {
      const spot = this.spotAt(event.target);
      if (!spot) return this.selected === null ? this.endPreview() : undefined;
      this.rememberFocus(spot);
      this.updateTabStops(spot);
      if (this.byKey && "move" in spot.dataset) this.startPreview(spot, 60);
    });
    addEventListener("resize", () => this.endPreview());
  }

  /** Call before the page changes: remembers the focus. */
  beforeUpdate(): void {
    const spot = this.spotAt(document.activeElement);
    this.focused = null;
    if (spot) this.rememberFocus(spot);
  }

  /** Call after the page has changed: restores picks, tab stops, focus and preview. */
  afterUpdate(): void {
    const picks = this.picks();
    if (this.ofTwo()) this.picked ??= "";
    else if (picks.length === 0) this.picked = null;
    else if (!picks.some((pick) => pick.dataset["pick"] === this.picked))
      this.picked = optional(picks[0]) ? null : (picks[0]?.dataset["pick"] ?? null);
    this.showPicked();
    if (this.selected !== null && !this.spots().some((spot) => keyOf(spot) === this.selected)) this.selected = null;
    this.showSelected();
    this.updateTabStops(null);
    if (this.previewed !== null && !this.spots().some((spot) => keyOf(spot) === this.previewed)) this.endPreview();
    this.restoreFocus();
  }

  clear(): void {
    this.endPreview();
    const focused = document.activeElement;
    if (this.spotAt(focused) || focused?.closest("[data-card-of]")) (document.activeElement as HTMLElement).blur();
  }

  private picks(): Spot[] {
    return [...this.root.querySelectorAll<Spot>("[data-pick]")].filter(visible);
  }

  private spots(within: Element = this.root): Spot[] {
    return [...within.querySelectorAll<Spot>(".can[data-move], [data-pick]")].filter(visible);
  }

  private spotAt(target: EventTarget | null): Spot | null {
    const spot = target instanceof Element ? target.closest<Spot>("[data-move], [data-pick]") : null;
    return spot && this.root.contains(spot) ? spot : null;
  }

  /** Returns all labelled elements of a slot, legal or not; Shift with the arrow keys visits them. */
  private allNamed(slot: Element): Spot[] {
    return [...slot.querySelectorAll<Spot>(".can[data-move], [data-pick], [role=img][aria-label]")].filter(visible);
  }

  private namedAt(target: Element): Spot | null {
    const place = target.closest<Spot>("[data-slot] [role=img][aria-label]");
    return place && this.root.contains(place) ? place : null;
  }

  private slot(spot: Element): HTMLElement {
    return spot.closest<HTMLElement>("[data-slot]") ?? this.root;
  }

  // ---------------------------------------------------------------- picks

  /** Whether two things are picked, wherever they are shown. */
  private ofTwo(): boolean {
    return this.root.querySelector("[data-two]") !== null;
  }

  private pick(pick: Spot): void {
    const value = pick.dataset["pick"] ?? "";
    if (this.ofTwo()) {
      const others = valuesOf(this.picked).filter((one) => one !== value);
      const taken = others.length < valuesOf(this.picked).length;
      this.picked = (taken ? others : [...others.slice(-1), value]).join(" ");
    } else this.picked = value === this.picked && optional(pick) ? null : value;
    this.endPreview();
    this.showPicked();
    this.updateTabStops(null);
  }

  private showPicked(): void {
    const pair = this.ofTwo();
    const chosen = pair ? valuesOf(this.picked).sort().join(" ") : this.picked;
    for (const pick of this.root.querySelectorAll<Spot>("[data-pick]")) {
      const on = pair ? valuesOf(chosen).includes(pick.dataset["pick"] ?? "") : pick.dataset["pick"] === chosen;
      pick.classList.toggle("picked", on);
      pick.setAttribute(pick.getAttribute("role") === "radio" ? "aria-checked" : "aria-pressed", String(on));
    }
    for (const spot of this.root.querySelectorAll<Spot>("[data-colour]"))
      spot.classList.toggle("away", chosen !== null && spot.dataset["colour"] !== chosen);
  }

  // ---------------------------------------------------------------- pointer

  private onClick(event: MouseEvent): void {
    const spot = event.target instanceof Element ? event.target.closest<Spot>("[data-move], [data-pick]") : null;
    if (!spot) return this.explainUnavailable(event.target);
    if ("pick" in spot.dataset) this.pick(spot);
    if (!("move" in spot.dataset)) return;
    if (spot instanceof HTMLElement && spot.matches(":disabled")) return;
    // The second click of a double click belongs to the position before the first.
    if (event.detail < 2) this.committedAt = -DOUBLE_CLICK;
    if (event.detail > 1 && event.timeStamp - this.committedAt < DOUBLE_CLICK) return;
    // A labelled button needs one tap. On the board the first tap previews, the second commits.
    const oneTap = spot.closest("[data-sure]") !== null;
    if (spot.closest("[data-twice]") && this.selected !== keyOf(spot)) this.select(spot);
    else if (this.touch && event.detail > 0 && !oneTap && this.previewed !== keyOf(spot)) this.startPreview(spot, 0);
    else this.commit(spot);
  }

  /** Selects a place; a second click, or the button that names it, commits the move. */
  private select(spot: Spot): void {
    this.selected = keyOf(spot);
    this.startPreview(spot, 0);
    this.showSelected();
  }

  private showSelected(): void {
    for (const spot of this.root.querySelectorAll<Spot>("[data-twice] [data-move], .held")) {
      const on = keyOf(spot) === this.selected;
      spot.classList.toggle("held", on);
      if (spot.closest("[data-twice]")) spot.setAttribute("aria-pressed", String(on));
    }
  }

  /** After a click on a place that cannot be chosen: shows the refusal if the element names a move, else its label. */
  private explainUnavailable(target: EventTarget | null): void {
    this.endPreview();
    this.hideBox();
    let place = target instanceof Element && this.root.contains(target) ? target : null;
    if (!place || place.closest("button, a, input, summary, dialog, [data-card-of]")) return; // a card says more
    const meant = place.closest<Spot>("[data-try]");
    if (!meant && place.closest("[data-levels]")) return; // a click there enlarges or shrinks it
    while (place && place !== this.root && !descriptionOf(place)) place = place.parentElement;
    const words = place && place !== this.root ? descriptionOf(place) : "";
    if (meant) {
      const isMeant = meant.contains(place) || place?.contains(meant);
      this.page.why(Number(meant.dataset["try"]), isMeant ? words : "");
    } else if (place && words) this.explain(place, words);
  }

  private explain(place: Element, words: string): void {
    const line = document.createElement("div");
    line.className = "lines";
    line.textContent = words;
    this.previewBox.replaceChildren(line);
    this.previewBox.classList.remove("tap");
    this.previewBox.hidden = false;
    this.explained = place;
    this.placeBubble(place as Spot);
  }

  private commit(spot: Spot): void {
    this.previewed = null;
    this.selected = null;
    this.requests++;
    this.timer.clear();
    this.hideBox();
    this.committedAt = performance.now();
    spot.classList.add("busy");
    this.page.play(Number(spot.dataset["move"]));
  }

  // ---------------------------------------------------------------- preview

  private startPreview(spot: Spot, wait: number): void {
    const key = keyOf(spot);
    if (this.previewed === key) return;
    this.previewed = key;
    this.hideBox();
    const request = ++this.requests;
    this.timer.start(async () => {
      const html = await this.page.preview(Number(spot.dataset["move"]));
      if (!html || request !== this.requests) return;
      // A button shows its own text; only touch needs the note that a second tap commits.
      if (spot instanceof HTMLElement && !this.touch) return;
      this.explained = null;
      const words = document.createElement("div");
      words.innerHTML = html;
      this.previewBox.replaceChildren(words);
      this.previewBox.classList.toggle("tap", this.touch);
      if (this.touch && SMALL.matches) this.previewBox.append(confirmation(spot));
      this.previewBox.hidden = false;
      this.placeBubble(this.spots().find((place) => keyOf(place) === key) ?? spot);
    }, wait);
  }

  private endPreview(): void {
    this.selected = null;
    this.showSelected();
    if (this.previewed === null) return;
    this.previewed = null;
    this.requests++;
    this.hideBox();
    // Delayed: the pointer may be on its way to the next place.
    this.timer.start(() => this.page.preview(-1), 80);
  }

  /** Hides the preview and empties it: a button in it would stay a second way to a move. */
  private hideBox(): void {
    this.explained = null;
    this.previewBox.hidden = true;
    this.previewBox.replaceChildren();
  }

  /** Places the preview where it covers no other choice, as near to an element as can be; for a finger in the bar. */
  private placeBubble(spot: Spot): void {
    const bubble = this.previewBox;
    const docked = this.touch && SMALL.matches;
    bubble.classList.toggle("docked", docked);
    bubble.removeAttribute("style");
    bubble.dataset["side"] = "none";
    if (docked) return layOverWords(bubble);
    const buttons = this.root.querySelectorAll("#prompt button");
    const others = [...this.spots().filter((one) => keyOf(one) !== keyOf(spot)), ...buttons];
    const boxes = others.map((one) => one.getBoundingClientRect());
    const own = bubble.getBoundingClientRect();
    const places = placesAround(spot.getBoundingClientRect(), own, this.slot(spot).getBoundingClientRect());
    const cost = ({ x, y }: Place): number => boxes.reduce((sum, box) => sum + shared(box, x, y, own), 0);
    const best = places.reduce((least, place) => (cost(place) < cost(least) - 1 ? place : least));
    bubble.dataset["side"] = best.side;
    bubble.style.translate = `${Math.round(best.x)}px ${Math.round(best.y)}px`;
  }

  // ---------------------------------------------------------------- keyboard

  private onKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    this.byKey = true;
    const spot = this.spotAt(target);
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const here = spot ?? this.namedAt(target);
      const places = here ? (event.shiftKey ? this.allNamed(this.slot(here)) : this.spots(this.slot(here))) : [];
      const next = here ? nearest(here, places, direction) : this.first();
      if (next && !next.hasAttribute("tabindex")) next.setAttribute("tabindex", "-1");
      if (next) next.focus();
      if (next || here) event.preventDefault();
      return;
    }
    if (event.key === "Enter" && !spot && target.closest("[data-try], [role=img]"))
      return this.explainUnavailable(target);
    if ((event.key === "Enter" || event.key === " ") && spot && !(spot instanceof HTMLButtonElement)) {
      event.preventDefault();
      if ("pick" in spot.dataset) this.pick(spot);
      if ("move" in spot.dataset) this.commit(spot);
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      const picks = this.picks();
      const rows = picks.length ? picks : this.rows();
      const chosen = unique(rows)[Number(event.key) - 1];
      if (chosen) {
        if ("pick" in chosen.dataset) this.pick(chosen);
        else chosen.focus();
        event.preventDefault();
      }
      return;
    }
    if (event.key.toLowerCase() === "g") this.focusNext(spot);
    else if (event.key === "Escape") {
      this.clear();
      this.page.onKey(event.key);
    }
    else if (this.page.onKey(event.key)) event.preventDefault();
  }

  /** Moves the focus to the next place that can be chosen, on any board. */
  private focusNext(from: Spot | null): void {
    const all = "#table .can[data-move], #table [data-two] [data-pick], #prompt [data-move]";
    const spots = [...document.querySelectorAll<Spot>(all)].filter(visible);
    spots[(from ? spots.indexOf(from) + 1 : 0) % spots.length]?.focus();
  }

  /** Returns what the digits choose from: rows that are shown, else what lies above the board. */
  private rows(): Spot[] {
    const groups = [...this.root.querySelectorAll('[data-rows], [data-slot="above"]'), this.root];
    return groups.map((group) => this.spots(group)).find((spots) => spots.length > 0) ?? [];
  }

  private first(): Spot | null {
    for (const name of ["board", "above", "hand", "right"]) {
      const slot = this.root.querySelector(`[data-slot="${name}"]`);
      const found = slot ? this.spots(slot).find((spot) => "move" in spot.dataset) : undefined;
      if (found) return found;
    }
    return this.spots()[0] ?? null;
  }

  /** Leaves one tab stop for each board: the place last focused there, or the first. */
  private updateTabStops(current: Spot | null): void {
    const seen = new Map<Element, Spot>();
    const spots = this.spots();
    for (const spot of spots) {
      const slot = this.slot(spot);
      const kept = spot === current || (current === null && keyOf(spot) === this.focused?.key);
      if (kept || !seen.has(slot)) seen.set(slot, spot);
    }
    for (const spot of this.root.querySelectorAll<Spot>(".can, [data-pick]")) spot.setAttribute("tabindex", "-1");
    for (const spot of seen.values()) spot.setAttribute("tabindex", "0");
  }

  private rememberFocus(spot: Spot): void {
    const box = spot.getBoundingClientRect();
    this.focused = {
      key: keyOf(spot), slot: this.slot(spot).dataset["slot"] ?? "",
      x: box.left + box.width / 2, y: box.top + box.height / 2,
    }; // prettier-ignore
  }

  /** Restores the keyboard focus: the same place, else the nearest one, else the first place to choose. */
  private restoreFocus(): void {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!this.byKey || !lost || document.querySelector("dialog[open]")) return;
    const spots = this.spots();
    const place = this.focused;
    let next: Spot | null = null;
    if (place) {
      const near = spots.filter((spot) => this.slot(spot).dataset["slot"] === place.slot);
      const moves = near.filter((spot) => "move" in spot.dataset);
      next = near.find((spot) => keyOf(spot) === place.key) ?? closest(moves, place.x, place.y);
    }
    next ??= this.first() ?? document.querySelector<Spot>("#prompt [data-move]");
    next?.focus();
  }
}

interface Place {
  side: string; // of the element, where the bubble's tip shows it
  x: number;
  y: number;
}

/** Returns places for a box: beside, below and above an element, near first, then the corners of its board. */
function placesAround(box: DOMRect, own: DOMRect, board: DOMRect): Place[] {
  const middle = box.left + box.width / 2 - own.width / 2;
  const level = box.top + box.height * 0.35 - 36;
  const places = DISTANCES.flatMap((gap) => [
    { side: gap === DISTANCES[0] ? "right" : "none", x: box.right + gap, y: level },
    { side: gap === DISTANCES[0] ? "left" : "none", x: box.left - gap - own.width, y: level },
    { side: "none", x: middle, y: box.top - gap - own.height },
    { side: "none", x: middle, y: box.bottom + gap },
  ]);
  for (const x of [board.right - own.width - 8, board.left + 8])
    for (const y of [board.top + 8, board.bottom - own.height - 8]) places.push({ side: "none", x, y });
  const inside = places.filter(({ x }) => x >= 8 && x + own.width <= innerWidth - 8);
  return (inside.length ? inside : places).map(({ side, x, y }) => ({
    side,
    x: Math.max(8, Math.min(x, innerWidth - own.width - 8)),
    y: Math.max(8, Math.min(y, innerHeight - own.height - 8)),
  }));
}

/** Returns how much of an element a box of this size at x, y would cover. */
function shared(box: DOMRect, x: number, y: number, own: DOMRect): number {
  const across = Math.min(box.right, x + own.width) - Math.max(box.left, x);
  const down = Math.min(box.bottom, y + own.height) - Math.max(box.top, y);
  return across > 0 && down > 0 ? across * down : 0;
}

function keyOf(spot: Spot): string {
  return `${spot.dataset["move"] ?? ""}/${spot.dataset["pick"] ?? ""}`;
}

/** Returns a button that makes the move of a place, for the bar. */
function confirmation(spot: Spot): HTMLElement {
  const button = document.createElement("button");
  button.className = "btn pri";
  button.dataset["move"] = spot.dataset["move"];
  button.textContent = "✓";
  button.setAttribute("aria-label", spot.getAttribute("aria-label") ?? "");
  return button;
}

/** Returns the title or label of an element that is not interactive. */
function descriptionOf(place: Element): string {
  if (place.closest("button, a, input, [data-part]:not(body)")) return "";
  const label = place.getAttribute("role") === "img" ? place.getAttribute("aria-label") : null;
  return place.querySelector(":scope > title")?.textContent ?? place.getAttribute("title") ?? label ?? "";
}

function optional(pick: Spot | undefined): boolean {
  return pick?.closest("[data-optional]") != null;
}

function valuesOf(picked: string | null): string[] {
  return (picked ?? "").split(" ").filter(Boolean);
}

function visible(spot: Element): boolean {
  return !spot.classList.contains("away") && spot.getClientRects().length > 0;
}

function unique(spots: Spot[]): Spot[] {
  const seen = new Set<string>();
  return spots.filter((spot) => !seen.has(keyOf(spot)) && seen.add(keyOf(spot)));
}

function centre(spot: Element): [number, number] {
  const box = spot.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function closest(spots: Spot[], x: number, y: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [a, b] = centre(spot);
    const distance = Math.hypot(a - x, b - y);
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}

/** Returns the nearest place in a direction; distance across the direction counts double. */
function nearest(from: Spot, spots: Spot[], [dx, dy]: [number, number]): Spot | null {
  const [x, y] = centre(from);
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot === from) continue;
    const [a, b] = centre(spot);
    const ahead = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (ahead <= 1 || aside > 3 * ahead) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}
