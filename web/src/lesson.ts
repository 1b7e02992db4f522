// The coach of a lesson: a card beside what it speaks of, over a veil that leaves that in the light. What is asked for is
// marked by the board itself; everything else stays clickable, and the coach answers it.
import { still } from "./flights";
import { byId, show } from "./shell";

export interface Desk {
  ask(what: string): void;
  openTab(part: string): void;
  showPart(part: string): void;
  telling(): boolean; // whether something is being told just now
  past(): boolean; // whether an earlier position is shown
  lapse(k: number): void; // let the moves from there on be seen as a time lapse
}

const ROOM = 12; // pixels of light around what is lit
const GAP = 16; // between the light and the card
const ASKED = 100; // times worse than lying over anything else that is lit
const EDGE = 12; // between the card and the window
const NARROW = 760;
// Where a click on a place may fall, as shares of its width and height.
const INSIDE = [[0.5, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.4], [0.7, 0.4], [0.3, 0.65], [0.7, 0.65]] as const; // prettier-ignore
const PARTS: Record<string, string> = { board: "board", above: "market", left: "board", right: "players" };

type Box = { left: number; top: number; right: number; bottom: number };

export class Lesson {
  private step = "";
  private move = "";
  private drawn = "";
  private byKey = false; // who points and clicks needs no focus moved about

  constructor(
    private root: HTMLElement,
    private veil: SVGElement,
    private desk: Desk,
  ) {
    root.addEventListener("click", (event) => {
      const what = (event.target as Element).closest<HTMLElement>("[data-teach]:not(:disabled)")?.dataset["teach"];
      if (what === "show") this.point();
      else if (what) desk.ask(what);
    });
    document.addEventListener("click", (event) => {
      if (!(event.target as Element).closest("[data-leave]")) return;
      event.preventDefault();
      show("leave");
    });
    document.addEventListener("pointerdown", () => (this.byKey = false), { capture: true });
    document.addEventListener("keydown", (event) => {
      this.byKey = true;
      const target = event.target as Element;
      if (event.key !== "Backspace" || target.closest("input, textarea, dialog[open]")) return;
      event.preventDefault();
      root.querySelector<HTMLElement>('[data-teach="back"]:enabled')?.click();
    });
    addEventListener("resize", () => this.place());
    addEventListener("scroll", () => this.place(), { capture: true, passive: true });
    new ResizeObserver(() => this.place()).observe(byId("table"));
  }

  /** Call after the page has changed, and when everything has been told. */
  after(): void {
    const hidden = this.desk.telling();
    this.root.hidden = hidden;
    if (hidden) return this.dim([]);
    const card = this.card();
    const fresh = card.dataset["step"] !== this.step;
    const turned = fresh || card.dataset["asked"] !== this.move || card.classList.contains("answering");
    this.step = card.dataset["step"] ?? "";
    this.move = card.dataset["asked"] ?? "";
    if (fresh && card.dataset["lapse"]) this.desk.lapse(Number(card.dataset["lapse"]));
    this.pick();
    if (turned) this.turn();
    this.mark();
    this.place();
    if (fresh) this.speak();
  }

  private card(): HTMLElement {
    return this.root.querySelector<HTMLElement>(".coach-card")!;
  }

  private asked(): Element[] {
    const move = this.card().dataset["asked"];
    return move ? [...document.querySelectorAll(`#table [data-move="${move}"]`)] : [];
  }

  private named(): Element[] {
    const names = JSON.parse(this.card().dataset["lit"] || "[]") as string[];
    return names.flatMap((name) => [...document.querySelectorAll(`#table ${name}, .top ${name}`)]);
  }

  /** A cube that has to be in the hand first is picked for the learner. */
  private pick(): void {
    const places = this.asked();
    if (!places.length || places.some(shown)) return;
    const colour = places.find((place) => place.classList.contains("away"))?.getAttribute("data-colour");
    if (colour) document.querySelector<HTMLElement>(`#table [data-pick="${colour}"]:not(.picked)`)?.click();
  }

  /** Only what is asked for has the marker; where any way is right, everything that can be chosen. */
  private mark(): void {
    const asked = new Set(this.asked());
    const any = "goal" in this.card().dataset;
    for (const place of document.querySelectorAll("#table [data-move]"))
      place.classList.toggle("unlit", !any && !asked.has(place));
    for (const place of document.querySelectorAll("#table .wanted")) place.classList.toggle("wanted", asked.has(place));
    for (const place of asked) if (place instanceof HTMLElement) place.classList.add("wanted");
    for (const place of document.querySelectorAll("#table .under")) place.classList.remove("under");
    for (const place of asked) if (shown(place)) this.uncover(place);
  }

  /** What lies over the place that is asked for lets clicks through, as far as it is of the same picture. */
  private uncover(place: Element): void {
    const picture = place.closest("[data-slot]");
    for (let tries = 0; tries < 12; tries++) {
      const top = INSIDE.map((share) => over(place, share)?.closest("[data-move], [data-try]")).find(
        (each) => each && !place.contains(each) && !each.contains(place) && picture?.contains(each),
      );
      if (!top) return;
      top.classList.add("under");
    }
  }

  /** Turn to the part that is spoken of, and to its place on a board that is wider than the window. */
  private turn(): void {
    const lit = [...this.asked(), ...this.named()];
    const wanted = this.asked().length ? this.asked() : lit;
    if (!wanted.length) return;
    if (!wanted.some(shown)) this.open(wanted);
    const places = wanted.filter(shown);
    if (places.some(inSight)) return;
    const first = places.find((place) => place.closest('[data-slot="above"]')) ?? places[0];
    first?.scrollIntoView({ block: "center", inline: "center" });
  }

  private open(wanted: Element[]): void {
    const part = PARTS[wanted[0]?.closest<HTMLElement>("[data-slot]")?.dataset["slot"] ?? ""];
    const tab = document.querySelector(`.tabs [data-tab="${part}"]`);
    if (part) this.desk.openTab(tab && shown(tab) ? part : "board"); // where a game shows no such tab it lies over the board
    for (const tab of document.querySelectorAll<HTMLElement>('#table [role="tab"][data-part]'))
      if (!wanted.some(shown)) this.desk.showPart(tab.dataset["part"] ?? "0");
  }

  private speak(): void {
    const words = this.card().querySelector(".text, h2")?.textContent ?? "";
    byId("lesson-voice").textContent = words;
    const first = this.asked().find(shown) ?? this.card().querySelector('[data-teach="next"]');
    if (this.byKey && first && !document.querySelector("dialog[open]")) (first as HTMLElement).focus({ preventScroll: true });
  }

  /** "Show me": what is asked for calls once. */
  private point(): void {
    const place = this.asked().find(shown);
    if (!place) return this.turn();
    place.scrollIntoView({ block: "nearest", inline: "nearest" });
    (place as HTMLElement).focus({ preventScroll: true });
    if (!still()) place.animate([{ opacity: 1 }, { opacity: 0.25 }, { opacity: 1 }, { opacity: 0.25 }, { opacity: 1 }], 1200);
    this.place();
  }

  // ---------------------------------------------------------------- where the card stands

  private place(): void {
    if (this.root.hidden) return;
    const seen = (places: Element[]): Box[] => (this.desk.past() ? [] : places.filter(inSight).map(boxOf));
    const asked = seen(this.asked());
    const lit = [...asked, ...seen(this.named())];
    // Where any way is right, nothing that can be chosen is worth covering.
    const choices = "goal" in this.card().dataset ? seen([...document.querySelectorAll("#table .stage .can[data-move]")]) : [];
    this.dim(lit);
    const card = this.card();
    const narrow = innerWidth <= NARROW;
    const { width, height } = card.getBoundingClientRect();
    const free = this.free(narrow);
    const whole = lit.length ? around(lit) : null;
    const places = whole ? besides(whole, width, height, narrow, free) : [];
    // Over nothing that is lit, else over as little as can be, and last of all over what is asked for; without light out of the way.
    const cost = (place: { left: number; top: number }, boxes: Box[]): number =>
      boxes.reduce((sum, box) => sum + overlap(place, width, height, box), 0);
    const corners = [free.bottom - height, free.top].flatMap((top) =>
      [free.right - width, free.left].map((left) => ({ left, top })),
    );
    const chosen = [...places, ...corners]
      .map((place) => ({ ...place, ...clamp(place, width, height, free) }))
      .map((place) => ({ place, cost: cost(place, lit) + ASKED * cost(place, [...asked, ...choices]) }))
      .reduce((best, each) => (each.cost < best.cost - 1 ? each : best)).place;
    card.style.translate = `${Math.round(chosen.left)}px ${Math.round(chosen.top)}px`;
    card.dataset["side"] = whole ? sideOf(whole, chosen, width, height) : "none";
    if (whole) {
      const middle = { x: (whole.left + whole.right) / 2 - chosen.left, y: (whole.top + whole.bottom) / 2 - chosen.top };
      card.style.setProperty("--tip-x", `${Math.max(24, Math.min(width - 24, middle.x))}px`);
      card.style.setProperty("--tip-y", `${Math.max(24, Math.min(height - 24, middle.y))}px`);
    }
  }

  /** The part of the window in which the card may stand: the bar that says what to do stays in sight. */
  private free(narrow: boolean): Box {
    const voice = document.querySelector(".voice")!.getBoundingClientRect();
    return narrow
      ? { left: EDGE, top: 58, right: innerWidth - EDGE, bottom: voice.top - 8 }
      : { left: EDGE, top: voice.bottom + 8, right: innerWidth - EDGE, bottom: innerHeight - 76 };
  }

  private dim(lit: Box[]): void {
    const voice = document.querySelector(".voice");
    const holes = lit.length && voice ? [...lit.map(grown), boxOf(voice)] : [];
    const drawn = holes
      .map((box) => `<rect x="${box.left}" y="${box.top}" width="${box.right - box.left}" height="${box.bottom - box.top}" rx="16"/>`)
      .join("");
    this.veil.toggleAttribute("hidden", holes.length === 0);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.veil.innerHTML =
      `<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="5"/></filter>` +
      `<mask id="light"><rect width="100%" height="100%" fill="#fff"/><g fill="#000" filter="url(#soft)">${drawn}</g></mask></defs>` +
      `<rect width="100%" height="100%" mask="url(#light)"/>`;
  }
}

function shown(place: Element): boolean {
  return place.getClientRects().length > 0 && !place.classList.contains("away");
}

function boxOf(place: Element): Box {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  return { left, top, right, bottom };
}

/** What a place shows, in the middle or elsewhere. */
function over(place: Element, [x, y]: readonly [number, number] = [0.5, 0.5]): Element | null {
  const box = boxOf(place);
  return document.elementFromPoint(box.left + x * (box.right - box.left), box.top + y * (box.bottom - box.top));
}

/** Whether it can be seen: in the window, and under no sheet or bar. */
function inSight(place: Element): boolean {
  const box = boxOf(place);
  if (!shown(place) || box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth) return false;
  const cover = over(place)?.closest("[data-slot], .top, .voice, .tabs");
  return !cover || cover.contains(place);
}

function grown(box: Box): Box {
  return { left: box.left - ROOM, top: box.top - ROOM, right: box.right + ROOM, bottom: box.bottom + ROOM };
}

function around(boxes: Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
  }; // prettier-ignore
}

/** Right of what is lit, else left, below, above; on a phone below or above. */
function besides(box: Box, width: number, height: number, narrow: boolean, free: Box): { left: number; top: number }[] {
  const off = ROOM + GAP;
  const middle = { left: (box.left + box.right - width) / 2, top: (box.top + box.bottom - height) / 2 };
  const rows = [
    { left: middle.left, top: box.bottom + off },
    { left: middle.left, top: box.top - off - height },
  ];
  const columns = [
    { left: box.right + off, top: middle.top },
    { left: box.left - off - width, top: middle.top },
  ];
  const fits = (place: { left: number; top: number }): boolean =>
    place.left >= free.left && place.top >= free.top && place.left + width <= free.right && place.top + height <= free.bottom;
  const places = narrow ? rows : [...columns, ...rows];
  // A place that has to be moved along its side still stands beside; one that has to be moved towards it does not.
  return [...places.filter(fits), ...places];
}

/** On which side of what is lit the card has come to stand; its tip points there. */
function sideOf(box: Box, place: { left: number; top: number }, width: number, height: number): string {
  if (place.left >= box.right) return "right";
  if (place.left + width <= box.left) return "left";
  if (place.top >= box.bottom) return "below";
  return place.top + height <= box.top ? "above" : "none";
}

function clamp(place: { left: number; top: number }, width: number, height: number, free: Box): { left: number; top: number } {
  return {
    left: Math.max(free.left, Math.min(place.left, free.right - width)),
    top: Math.max(free.top, Math.min(place.top, free.bottom - height)),
  };
}

function overlap(place: { left: number; top: number }, width: number, height: number, box: Box): number {
  const x = Math.min(place.left + width, box.right) - Math.max(place.left, box.left);
  const y = Math.min(place.top + height, box.bottom) - Math.max(place.top, box.top);
  return x > 0 && y > 0 ? x * y : 0;
}
