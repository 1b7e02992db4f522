// Pieces on their way: where something was gained, paid, placed or picked up, small pictures travel between the two places,
// one after the other. The page already shows how it ended; who wants less motion sees just that.
import { spot } from "./spots";

export interface Flight {
  start: string;
  end: string;
  symbol: string;
  n: number;
  lands: boolean;
}

const LASTS = 420; // milliseconds
const APART = 60;
const MOST = 6; // of one kind
const SIZE = 24;

/** Lets them fly; tells how long that takes. */
export function fly(flights: Flight[]): number {
  if (document.hidden || still()) return 0;
  let delay = 0;
  let before = "";
  for (const flight of flights) {
    const start = spot(flight.start);
    const end = spot(flight.end);
    if (!start || !end) continue;
    if (flight.start === before) delay += LASTS - APART; // who goes on from there has to arrive first
    before = flight.end;
    for (let i = 0; i < Math.min(flight.n, MOST); i++, delay += APART) travel(flight.symbol, start, end, delay);
    arrive(end, flight.lands, delay - APART + LASTS);
  }
  return delay ? delay - APART + LASTS : 0;
}

/** Whether somebody wants less motion. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function middle(place: Element): [number, number] {
  const box = place.getBoundingClientRect();
  return [box.left + box.width / 2 - SIZE / 2, box.top + box.height / 2 - SIZE / 2];
}

function travel(symbol: string, start: Element, end: Element, delay: number): void {
  const [x, y] = middle(start);
  const [toX, toY] = middle(end);
  const arc = Math.min(60, Math.hypot(toX - x, toY - y) / 5);
  const piece = document.createElement("div");
  piece.className = "flying";
  piece.innerHTML = `<svg width="${SIZE}" height="${SIZE}" viewBox="0 0 24 24" aria-hidden="true"><use href="#${symbol}"/></svg>`;
  document.body.append(piece);
  const way = [
    { translate: `${x}px ${y}px`, opacity: 0.3 },
    { translate: `${(x + toX) / 2}px ${(y + toY) / 2 - arc}px`, opacity: 1 },
    { translate: `${toX}px ${toY}px`, opacity: 1 },
  ];
  const flight = piece.animate(way, { duration: LASTS, delay, easing: "ease-in-out", fill: "backwards" });
  flight.onfinish = flight.oncancel = () => piece.remove();
}

/** A piece that stays is seen from its arrival on; a number that has changed answers with a nod. */
function arrive(end: Element, lands: boolean, when: number): void {
  if (lands) end.animate([{ opacity: 0 }, { opacity: 0 }], { duration: when });
  else end.animate([{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: 200, delay: when });
}
