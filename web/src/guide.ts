// The rulebook: search while typing, examples drawn when they come near, the current chapter in the contents, the
// contents as a sheet on a phone.
import { track, Timer } from "./pending";
import { lightExamples } from "./examples";
import { fetchPart } from "./place";
import { byId, shell } from "./shell";

const SEARCH_DELAY = 140; // milliseconds after the last key
const NARROW = "(max-width: 860px)";

shell();
document.documentElement.classList.add("js");
lightExamples(document);

// ---------------------------------------------------------------- search

/** Searches while the user types. A device without a server has no search. */
function initSearch(field: HTMLInputElement): void {
  const results = byId("found");
  const form = field.form!;
  const timer = new Timer();
  let requests = 0;

  async function search(): Promise<void> {
    const query = field.value.trim();
    const number = ++requests;
    if (!query) return closeResults();
    const words = new URLSearchParams({ q: query, game: new FormData(form).get("game") as string, fragment: "1" });
    try {
      const answer = await fetch(`${form.action}?${words}`);
      if (number !== requests || !answer.ok) return;
      results.innerHTML = await answer.text();
      results.hidden = false;
    } catch {
      // Without a connection the form can still be submitted.
    }
  }

  function closeResults(): void {
    results.hidden = true;
    results.replaceChildren();
  }

  function resultLinks(): HTMLAnchorElement[] {
    return results.hidden ? [] : [...results.querySelectorAll("a")];
  }

  field.addEventListener("input", () => {
    timer.start(search, SEARCH_DELAY);
  });
  field.addEventListener("focus", () => field.value && results.hidden && void track(search()));
  form.addEventListener("submit", (event) => {
    const first = resultLinks()[0];
    if (!first) return;
    event.preventDefault();
    first.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    const inside = target === field || results.contains(target);
    if (event.key === "/" && !target.closest("input, textarea, select, dialog[open]")) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if (event.key === "Escape" && inside) {
      closeResults();
      field.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && inside && resultLinks().length) {
      event.preventDefault();
      const all: HTMLElement[] = [field, ...resultLinks()];
      const step = event.key === "ArrowDown" ? 1 : -1;
      all[(all.indexOf(target as HTMLElement) + step + all.length) % all.length]?.focus();
    }
  });
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (!target.closest("search") || target.closest("#found a")) closeResults();
  });
}

const searchField = document.querySelector<HTMLInputElement>("#find");
if (searchField) initSearch(searchField);

// ---------------------------------------------------------------- examples

const NEAR = "500px 0px"; // pictures are asked for before they come into sight

/** Draws an example where its room is kept. Without a connection it is asked for again when it next comes near. */
async function draw(place: HTMLElement): Promise<void> {
  try {
    const answer = await fetchPart(place.dataset["draw"]!);
    if (!answer.ok) return;
    place.innerHTML = await answer.text();
    lightExamples(place);
    delete place.dataset["draw"];
    near.unobserve(place);
  } catch {
    // The room stays.
  }
}

const near = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) void track(draw(target as HTMLElement));
  },
  { rootMargin: NEAR },
);
for (const place of document.querySelectorAll("[data-draw]")) near.observe(place);

// ---------------------------------------------------------------- contents

const contents = document.querySelector<HTMLDetailsElement>(".book-contents");

/** Marks the current rule in the contents: the last one whose heading is in the top part of the window. */
function trackHeadings(menu: HTMLElement): void {
  const anchors = [...menu.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
  const entries = new Map(anchors.map((link) => [link.hash.slice(1), link]));
  const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter((one) => one !== null);
  let here: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const line = innerHeight * 0.3;
    // The box of a rule is known before what is in it is laid out.
    const top = (heading: Element): number => (heading.closest(".rule") ?? heading).getBoundingClientRect().top;
    const read = headings.findLast((heading) => top(heading) < line) ?? headings[0];
    const link = read && entries.get(read.id);
    if (!link || link === here) return;
    here?.removeAttribute("aria-current");
    here = link;
    link.setAttribute("aria-current", "location");
    const middle = link.offsetTop - menu.offsetTop - menu.clientHeight / 2;
    if (menu.getClientRects().length) menu.scrollTop = Math.max(0, middle);
  };
  // The observer sees a heading pass the line; a jump past several headings is only seen at the end of scrolling.
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px", threshold: [0, 1] });
  for (const heading of headings) observer.observe(heading.closest(".rule") ?? heading);
  document.addEventListener("scrollend", mark);
  mark();
}

if (contents) {
  const narrow = matchMedia(NARROW);
  const openWhenWide = (): void => void (contents.open = !narrow.matches);
  openWhenWide();
  narrow.addEventListener("change", openWhenWide);
  trackHeadings(contents.querySelector<HTMLElement>(".contents")!);
  contents.addEventListener("toggle", () => {
    if (narrow.matches && contents.open) contents.querySelector<HTMLElement>("[aria-current]")?.focus();
  });
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (narrow.matches && (target.closest(".contents a") || !target.closest(".book-contents"))) contents.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && narrow.matches && contents.open) {
      contents.open = false;
      contents.querySelector("summary")?.focus();
    }
  });
}
