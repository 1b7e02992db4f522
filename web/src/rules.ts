// A rule in a dialog over the table; without this script the links open the rulebook.
import { lightExamples } from "./examples";
import { track } from "./pending";
import { fetchPart, goTo, host, place } from "./place";
import { byId, openDialog } from "./shell";

/** Opens the rule that a link names (/rules/GAME#RULE), below the coach's text if given; on failure opens the
 * rulebook itself. */
export function openRule(link: HTMLAnchorElement, coach: Element | null): Promise<void> {
  return track(showRule(link, coach));
}

async function showRule(link: HTMLAnchorElement, coach: Element | null): Promise<void> {
  const rule = new URL(link.href);
  const table = /^\/t\/([\w-]+)/.exec(place.pathname)?.[1] ?? "";
  try {
    if (!rule.hash) throw new Error("the whole rulebook is meant");
    const answer = await fetchPart(`${rule.pathname}/rule/${rule.hash.slice(1)}?${new URLSearchParams({ table })}`);
    if (!answer.ok) throw new Error(`the rule is not there: ${answer.status}`);
    const sheet = document.querySelector("#rule-sheet .rule-body")!;
    sheet.innerHTML = await answer.text();
    lightExamples(sheet);
    if (coach?.firstElementChild) {
      const note = document.createElement("div");
      note.className = "coach-note";
      note.append(...[...coach.children].map((part) => part.cloneNode(true)));
      sheet.prepend(note);
    }
    openDialog("rule-sheet");
    byId("rule-sheet").scrollTop = 0;
    byId("rule-title").focus();
  } catch {
    goTo(host ? link.getAttribute("href")! : link.href);
  }
}
