// Where the bar's words are: previews for fingers and refusals take their place for a while, so that neither covers
// anything that can be chosen.
export const SMALL = matchMedia("(max-width: 760px), (max-height: 480px)"); // as the style sheets say
const LOW = matchMedia("(max-height: 480px) and (min-width: 561px)");

/** Returns the box of the words; on a phone held upright, of their whole row. */
export function wordsBox(): DOMRect {
  const prompt = document.getElementById("prompt")!;
  const words = prompt.querySelector(".words")?.getBoundingClientRect();
  if (SMALL.matches && !LOW.matches && words) {
    const voice = prompt.closest(".voice")!.getBoundingClientRect();
    const row = [...prompt.querySelectorAll(".dk")].map((button) => button.getBoundingClientRect().bottom);
    return new DOMRect(voice.left, voice.top, voice.width, Math.max(words.bottom, ...row) + 6 - voice.top);
  }
  if (words?.width) return words;
  const box = prompt.getBoundingClientRect(); // words without a box of their own: up to the first button
  const all = [...prompt.querySelectorAll(".to-rule, .ways, .do, .btn")];
  const buttons = all.filter((one) => one.getClientRects().length);
  const right = Math.min(box.right, ...buttons.map((one) => one.getBoundingClientRect().left - 8));
  return new DOMRect(box.left, box.top, right - box.left, box.height);
}

/** Lays a positioned element over the bar's words; a refusal that is longer grows away from the board. */
export function layOverWords(element: HTMLElement): void {
  const box = wordsBox();
  const around = element.offsetParent?.getBoundingClientRect() ?? new DOMRect();
  const fixed = getComputedStyle(element).position === "fixed";
  element.style.left = `${Math.round(box.left - (fixed ? 0 : around.left))}px`;
  element.style.top = `${Math.round(box.top - (fixed ? 0 : around.top))}px`;
  element.style.width = `${Math.round(box.width)}px`;
  element.style.minHeight = `${Math.round(box.height)}px`;
}
