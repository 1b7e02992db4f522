// Animated pieces: an icon travels between anchors for everything gained, paid, placed or picked up, one after the
// other. The page already shows the final position; with reduced motion nothing is animated.
import { findAnchor } from "./anchors";
import { begin } from "./pending";

export interface Flight {
  start: string;
  end: string;
  symbol: string;
  n: number;
  lands: boolean;
}

const DURATION = 420; // milliseconds
const STAGGER = 60;
const MAX_ICONS = 6; // icons for one flight
const ICON_SIZE = 24;

/** Starts the animations; returns how many milliseconds they take together. */
export function animateFlights(flights: Flight[]): number {
  if (document.hidden || reducedMotion()) return 0;
  let delay = 0;
  let before = "";
  for (const flight of flights) {
    const start = findAnchor(flight.start);
    const end = findAnchor(flight.end);
    if (!start || !end) continue;
    if (flight.start === before) delay += DURATION - STAGGER; // a piece that travels on has to arrive first
    before = flight.end;
    for (let i = 0; i < Math.min(flight.n, MAX_ICONS); i++, delay += STAGGER)
      animateIcon(flight.symbol, start, end, delay);
    animateArrival(end, flight.lands, delay - STAGGER + DURATION);
  }
  return delay ? delay - STAGGER + DURATION : 0;
}

/** Whether the user prefers reduced motion. */
export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function iconPosition(place: Element): [number, number] {
  const box = place.getBoundingClientRect();
  return [box.left + box.width / 2 - ICON_SIZE / 2, box.top + box.height / 2 - ICON_SIZE / 2];
}

function animateIcon(symbol: string, start: Element, end: Element, delay: number): void {
  const [x, y] = iconPosition(start);
  const [toX, toY] = iconPosition(end);
  const arc = Math.min(60, Math.hypot(toX - x, toY - y) / 5);
  const piece = document.createElement("div");
  piece.className = "flying";
  piece.innerHTML =
    `<svg width="${ICON_SIZE}" height="${ICON_SIZE}" viewBox="0 0 24 24" aria-hidden="true">` +
    `<use href="#${symbol}"/></svg>`;
  document.body.append(piece);
  const path = [
    { translate: `${x}px ${y}px`, opacity: 0.3 },
    { translate: `${(x + toX) / 2}px ${(y + toY) / 2 - arc}px`, opacity: 1 },
    { translate: `${toX}px ${toY}px`, opacity: 1 },
  ];
  const flight = piece.animate(path, { duration: DURATION, delay, easing: "ease-in-out", fill: "backwards" });
  const landed = begin();
  flight.onfinish = flight.oncancel = () => {
    piece.remove();
    landed();
  };
}

/** Hides a piece that stays until it has arrived; briefly enlarges a number that has changed. */
function animateArrival(end: Element, lands: boolean, when: number): void {
  const arrival = lands
    ? end.animate([{ opacity: 0 }, { opacity: 0 }], { duration: when })
    : end.animate([{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: 200, delay: when });
  arrival.onfinish = arrival.oncancel = begin();
}
