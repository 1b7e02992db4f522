// The HTML of the page's parts as the server wrote it: patches are made against it.
import { morph } from "./morph";

/** HTML of a part: whole, or how many characters of the old HTML to keep, how many to leave out, and what comes
 * instead, again for each change. */
export type Html = string | (number | string)[];

const known = new Map<string, string>();
// Digests of what the page was served with. The first message brings the same parts as text, to make patches against:
// a part that is shown already need not be parsed, laid out and drawn again.
let served = JSON.parse(document.body.dataset["served"] ?? "{}") as Record<string, string>;

/** Returns HTML after a patch of the server. */
function patched(before: string, patch: (number | string)[]): string {
  let at = 0;
  let whole = "";
  for (let change = 0; change < patch.length; change += 3) {
    const end = at + Number(patch[change]);
    whole += before.slice(at, end) + String(patch[change + 2]);
    at = end + Number(patch[change + 1]);
  }
  return whole + before.slice(at);
}

/** Returns which parts of a message the page shows already, as it was served; afterwards none. */
export function readServed(digests: Record<string, string> | undefined): (place: string) => boolean {
  const before = served;
  if (digests) served = {};
  return (place) => digests !== undefined && digests[place] !== undefined && digests[place] === before[place];
}

/** Returns the whole HTML of a part after a change, and remembers it for the next one; null if nothing changes. */
export function patchHtml(place: string, html: Html): string | null {
  const before = known.get(place);
  const whole = typeof html === "string" ? html : patched(before ?? "", html);
  known.set(place, whole);
  return whole === before ? null : whole;
}

/** Changes a part of the page, unless it is shown already. */
export function showHtml(element: Element | null, place: string, html: Html, isServed: boolean): void {
  const whole = patchHtml(place, html);
  if (element && whole !== null && !isServed) morph(element, whole);
}
