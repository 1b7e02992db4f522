// Choosing on the board: a mouse commits with one click, a finger with two taps (the first one previews), the keyboard
// walks from one legal place to the next. The board knows no rules: everything that may be chosen carries data-move.
// data-pick is a choice that stays in the page (which of several cubes to place); things that carry data-colour belong to
// one pick and wait out of sight while another one is picked. Inside data-optional nothing needs to be picked. Inside
// data-twice the first click selects, for a mouse too.

export interface Table {
  play(move: number): void;
  preview(move: number): Promise<string | null>; // -1 ends it
  why(move: number, place: string): void; // somebody clicks at a place, named so, where this move cannot be made
  press(key: string): boolean; // keys that belong to the page around the board
}

const REST = 25; // milliseconds after which a pointer is no longer only passing

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}; // prettier-ignore

const DOUBLE = 500; // milliseconds between the two clicks of a double one

type Spot = HTMLElement | SVGElement;

export class Chooser {
  private picked: string | null = null;
  private hot: string | null = null; // the key of the place that is shown as if it were chosen
  private held: string | null = null; // inside data-twice the first click selects: this one
  private touch = false;
  private byKey = false;
  private place: { key: string; slot: string; x: number; y: number } | null = null;
  private timer = 0;
  private asked = 0;
  private committed = -DOUBLE;

  constructor(
    private root: HTMLElement,
    private bubble: HTMLElement,
    private table: Table,
  ) {
    document.addEventListener("pointerdown", (event) => {
      this.touch = event.pointerType !== "mouse";
      this.byKey = false;
    });
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse" || this.held !== null) return;
      const spot = this.spotAt(event.target);
      if (spot && "move" in spot.dataset) this.heat(spot, REST);
      else this.cool();
    });
    root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.held === null && this.cool());
    root.addEventListener("focusin", (event) => {
      const spot = this.spotAt(event.target);
      if (!spot) return this.held === null ? this.cool() : undefined;
      this.remember(spot);
      this.rove(spot);
      if (this.byKey && "move" in spot.dataset) this.heat(spot, 60);
    });
    addEventListener("resize", () => this.cool());
  }

  /** Call before the page changes: keeps in mind where the focus is. */
  before(): void {
    const spot = this.spotAt(document.activeElement);
    this.place = null;
    if (spot) this.remember(spot);
  }

  /** Call after the page has changed: picks, tab stops, focus and preview find their place again. */
  after(): void {
    const picks = this.picks();
    if (picks.length === 0) this.picked = null;
    else if (!picks.some((pick) => pick.dataset["pick"] === this.picked))
      this.picked = optional(picks[0]) ? null : (picks[0]?.dataset["pick"] ?? null);
    this.showPicked();
    if (this.held !== null && !this.spots().some((spot) => keyOf(spot) === this.held)) this.held = null;
    this.showHeld();
    this.rove(null);
    if (this.hot !== null && !this.spots().some((spot) => keyOf(spot) === this.hot)) this.cool();
    this.refocus();
  }

  drop(): void {
    this.cool();
    if (this.spotAt(document.activeElement)) (document.activeElement as HTMLElement).blur();
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

  /** All that has a name there, whether it can be chosen or not: Shift and the arrows read the whole board. */
  private everything(slot: Element): Spot[] {
    return [...slot.querySelectorAll<Spot>(".can[data-move], [data-pick], [role=img][aria-label]")].filter(visible);
  }

  private named(target: Element): Spot | null {
    const place = target.closest<Spot>("[data-slot] [role=img][aria-label]");
    return place && this.root.contains(place) ? place : null;
  }

  private slot(spot: Element): HTMLElement {
    return spot.closest<HTMLElement>("[data-slot]") ?? this.root;
  }

  // ---------------------------------------------------------------- picks

  private pick(pick: Spot): void {
    const value = pick.dataset["pick"] ?? "";
    this.picked = value === this.picked && optional(pick) ? null : value;
    this.cool();
    this.showPicked();
    this.rove(null);
  }

  private showPicked(): void {
    const chosen = this.picked;
    for (const pick of this.root.querySelectorAll<Spot>("[data-pick]")) {
      const on = pick.dataset["pick"] === chosen;
      pick.classList.toggle("picked", on);
      pick.setAttribute(pick.getAttribute("role") === "radio" ? "aria-checked" : "aria-pressed", String(on));
    }
    for (const spot of this.root.querySelectorAll<Spot>("[data-colour]"))
      spot.classList.toggle("away", chosen !== null && spot.dataset["colour"] !== chosen);
  }

  // ---------------------------------------------------------------- pointer

  private click(event: MouseEvent): void {
    const spot = event.target instanceof Element ? event.target.closest<Spot>("[data-move], [data-pick]") : null;
    if (!spot) return this.inVain(event.target);
    if ("pick" in spot.dataset) this.pick(spot);
    if (!("move" in spot.dataset)) return;
    if (spot instanceof HTMLElement && spot.matches(":disabled")) return;
    // The second click of a double one is meant for the place as it was before the first.
    if (event.detail < 2) this.committed = -DOUBLE;
    if (event.detail > 1 && event.timeStamp - this.committed < DOUBLE) return;
    // A labelled button says what it does: one tap. A place on the board: the first tap shows, the second commits.
    const sure = spot.closest("[data-sure]") !== null;
    if (spot.closest("[data-twice]") && this.held !== keyOf(spot)) this.hold(spot);
    else if (this.touch && event.detail > 0 && !sure && this.hot !== keyOf(spot)) this.heat(spot, 0);
    else this.commit(spot);
  }

  /** Selected, not yet done: a second click does it, or the button that names it. */
  private hold(spot: Spot): void {
    this.held = keyOf(spot);
    this.heat(spot, 0);
    this.showHeld();
  }

  private showHeld(): void {
    for (const spot of this.root.querySelectorAll<Spot>("[data-twice] [data-move], .held")) {
      const on = keyOf(spot) === this.held;
      spot.classList.toggle("held", on);
      if (spot.closest("[data-twice]")) spot.setAttribute("aria-pressed", String(on));
    }
  }

  /** A click on what cannot be chosen: why not, where the board knows which move was meant; else what it is. */
  private inVain(target: EventTarget | null): void {
    this.cool();
    this.bubble.hidden = true;
    let place = target instanceof Element && this.root.contains(target) ? target : null;
    if (!place || place.closest("button, a, input, summary, dialog")) return;
    const meant = place.closest<Spot>("[data-try]");
    if (!meant && place.closest("[data-levels]")) return; // a click there makes it large or small
    while (place && place !== this.root && !wordsOf(place)) place = place.parentElement;
    const words = place && place !== this.root ? wordsOf(place) : "";
    if (meant) this.table.why(Number(meant.dataset["try"]), meant.contains(place) || place?.contains(meant) ? words : "");
    else if (place && words) this.explain(place, words);
  }

  private explain(place: Element, words: string): void {
    const line = document.createElement("div");
    line.className = "lines";
    line.textContent = words;
    this.bubble.replaceChildren(line);
    this.bubble.classList.remove("tap");
    this.bubble.hidden = false;
    this.put(place as Spot);
  }

  private commit(spot: Spot): void {
    this.hot = null;
    this.held = null;
    this.asked++;
    clearTimeout(this.timer);
    this.bubble.hidden = true;
    this.committed = performance.now();
    spot.classList.add("busy");
    this.table.play(Number(spot.dataset["move"]));
  }

  // ---------------------------------------------------------------- preview

  private heat(spot: Spot, wait: number): void {
    const key = keyOf(spot);
    if (this.hot === key) return;
    this.hot = key;
    this.bubble.hidden = true;
    const asked = ++this.asked;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(async () => {
      const html = await this.table.preview(Number(spot.dataset["move"]));
      if (!html || asked !== this.asked) return;
      // A button shows its words itself; only a finger has to be told that a second tap follows.
      if (spot instanceof HTMLElement && !this.touch) return;
      this.bubble.innerHTML = html;
      this.bubble.classList.toggle("tap", this.touch);
      this.bubble.hidden = false;
      this.put(this.spots().find((place) => keyOf(place) === key) ?? spot);
    }, wait);
  }

  private cool(): void {
    this.held = null;
    this.showHeld();
    if (this.hot === null) return;
    this.hot = null;
    this.asked++;
    this.bubble.hidden = true;
    clearTimeout(this.timer);
    // Not at once: the pointer may only be on its way to the next place.
    this.timer = window.setTimeout(() => void this.table.preview(-1), 80);
  }

  /** Beside the place, on whichever side there is room; never outside the window. */
  private put(spot: Spot): void {
    const box = spot.getBoundingClientRect();
    const own = this.bubble.getBoundingClientRect();
    const gap = 12;
    const stage = this.touch && spot instanceof SVGElement ? this.slot(spot).getBoundingClientRect() : null;
    let side = "right";
    let x = box.right + gap;
    let y = box.top + box.height * 0.35 - 36;
    if (x + own.width > innerWidth - 8) {
      side = "left";
      x = box.left - gap - own.width;
    }
    if (x < 8) {
      side = "none";
      x = Math.max(8, Math.min(box.left + box.width / 2 - own.width / 2, innerWidth - own.width - 8));
      y = box.top - own.height - gap;
      if (y < 8) y = box.bottom + gap;
    }
    if (stage && stage.width < 760) {
      // Under a finger nothing can be read: the corner of the board opposite to it is free.
      side = "none";
      x = box.left + box.width / 2 > stage.left + stage.width * 0.66 && box.top < stage.top + 180 ? stage.left + 14 : stage.right - own.width - 14;
      y = Math.max(stage.top, 0) + 84;
    }
    this.bubble.dataset["side"] = side;
    this.bubble.style.translate = `${Math.round(x)}px ${Math.round(Math.max(8, Math.min(y, innerHeight - own.height - 8)))}px`;
  }

  // ---------------------------------------------------------------- keyboard

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    this.byKey = true;
    const spot = this.spotAt(target);
    const direction = DIRECTIONS[event.key];
    if (direction) {
      const here = spot ?? this.named(target);
      const places = here ? (event.shiftKey ? this.everything(this.slot(here)) : this.spots(this.slot(here))) : [];
      const next = here ? nearest(here, places, direction) : this.first();
      if (next && !next.hasAttribute("tabindex")) next.setAttribute("tabindex", "-1");
      if (next) next.focus();
      if (next || here) event.preventDefault();
      return;
    }
    if (event.key === "Enter" && !spot && target.closest("[data-try], [role=img]")) return this.inVain(target);
    if ((event.key === "Enter" || event.key === " ") && spot && !(spot instanceof HTMLButtonElement)) {
      event.preventDefault();
      if ("pick" in spot.dataset) this.pick(spot);
      if ("move" in spot.dataset) this.commit(spot);
      return;
    }
    if (/^[1-9]$/.test(event.key)) {
      const picks = this.picks();
      const rows = picks.length ? picks : this.spots(this.root.querySelector('[data-slot="above"]') ?? this.root);
      const chosen = unique(rows)[Number(event.key) - 1];
      if (chosen) {
        if ("pick" in chosen.dataset) this.pick(chosen);
        else chosen.focus();
        event.preventDefault();
      }
      return;
    }
    if (event.key.toLowerCase() === "g") this.next(spot);
    else if (event.key === "Escape") {
      this.drop();
      this.table.press(event.key);
    }
    else if (this.table.press(event.key)) event.preventDefault();
  }

  /** From one thing that can be chosen to the next, whichever board it is on. */
  private next(from: Spot | null): void {
    const spots = [...document.querySelectorAll<Spot>("#table .can[data-move], #prompt [data-move]")].filter(visible);
    spots[(from ? spots.indexOf(from) + 1 : 0) % spots.length]?.focus();
  }

  private first(): Spot | null {
    for (const name of ["board", "above", "hand", "right"]) {
      const slot = this.root.querySelector(`[data-slot="${name}"]`);
      const found = slot ? this.spots(slot).find((spot) => "move" in spot.dataset) : undefined;
      if (found) return found;
    }
    return this.spots()[0] ?? null;
  }

  /** One tab stop for each board: the place last visited there, or the first one. */
  private rove(current: Spot | null): void {
    const seen = new Map<Element, Spot>();
    const spots = this.spots();
    for (const spot of spots) {
      const slot = this.slot(spot);
      const kept = spot === current || (current === null && keyOf(spot) === this.place?.key);
      if (kept || !seen.has(slot)) seen.set(slot, spot);
    }
    for (const spot of this.root.querySelectorAll<Spot>(".can, [data-pick]")) spot.setAttribute("tabindex", "-1");
    for (const spot of seen.values()) spot.setAttribute("tabindex", "0");
  }

  private remember(spot: Spot): void {
    const box = spot.getBoundingClientRect();
    this.place = {
      key: keyOf(spot), slot: this.slot(spot).dataset["slot"] ?? "",
      x: box.left + box.width / 2, y: box.top + box.height / 2,
    }; // prettier-ignore
  }

  /** Somebody who plays by keyboard never loses the place: the same spot, else its neighbour, else the next thing to do. */
  private refocus(): void {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!this.byKey || !lost || document.querySelector("dialog[open]")) return;
    const spots = this.spots();
    const place = this.place;
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

function keyOf(spot: Spot): string {
  return `${spot.dataset["move"] ?? ""}/${spot.dataset["pick"] ?? ""}`;
}

/** What a place that only has a name says about itself. */
function wordsOf(place: Element): string {
  if (place.closest("button, a, input, [data-part]:not(body)")) return "";
  const named = place.getAttribute("role") === "img" ? place.getAttribute("aria-label") : null;
  return place.querySelector(":scope > title")?.textContent ?? place.getAttribute("title") ?? named ?? "";
}

function optional(pick: Spot | undefined): boolean {
  return pick?.closest("[data-optional]") != null;
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

/** The next place in a direction on the screen; what lies straight ahead counts as nearer than what lies askew. */
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
