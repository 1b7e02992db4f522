// The rulebook: search while one types, the chapter in sight, the contents as a sheet on a phone.
import { byId, shell } from "./shell";

const WAIT = 140; // milliseconds after the last key
const NARROW = "(max-width: 860px)";

shell();
document.documentElement.classList.add("js");

// ---------------------------------------------------------------- search

const field = byId("find") as HTMLInputElement;
const found = byId("found");
const form = field.form!;
let timer = 0;
let asked = 0;

async function look(): Promise<void> {
  const query = field.value.trim();
  const number = ++asked;
  if (!query) return close();
  const words = new URLSearchParams({ q: query, game: new FormData(form).get("game") as string, fragment: "1" });
  try {
    const answer = await fetch(`${form.action}?${words}`);
    if (number !== asked || !answer.ok) return;
    found.innerHTML = await answer.text();
    found.hidden = false;
  } catch {
    // Without a connection the form itself still asks when it is sent.
  }
}

function close(): void {
  found.hidden = true;
  found.replaceChildren();
}

function links(): HTMLAnchorElement[] {
  return found.hidden ? [] : [...found.querySelectorAll("a")];
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void look(), WAIT);
});
field.addEventListener("focus", () => field.value && found.hidden && void look());
form.addEventListener("submit", (event) => {
  const first = links()[0];
  if (!first) return;
  event.preventDefault();
  first.click();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  const inside = target === field || found.contains(target);
  if (event.key === "/" && !target.closest("input, textarea, select, dialog[open]")) {
    event.preventDefault();
    field.focus();
    field.select();
  } else if (event.key === "Escape" && inside) {
    close();
    field.focus();
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && inside && links().length) {
    event.preventDefault();
    const all: HTMLElement[] = [field, ...links()];
    const step = event.key === "ArrowDown" ? 1 : -1;
    all[(all.indexOf(target as HTMLElement) + step + all.length) % all.length]?.focus();
  }
});
document.addEventListener("click", (event) => {
  const target = event.target as Element;
  if (!target.closest("search") || target.closest("#found a")) close();
});

// ---------------------------------------------------------------- contents

const contents = document.querySelector<HTMLDetailsElement>(".book-contents");

/** The rule that is read: the last one whose heading has come up to the top part of the window. */
function follow(menu: HTMLElement): void {
  const entries = new Map([...menu.querySelectorAll<HTMLAnchorElement>("a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter((one) => one !== null);
  let here: HTMLAnchorElement | undefined;
  const mark = (): void => {
    const line = innerHeight * 0.3;
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top < line) ?? headings[0];
    const link = read && entries.get(read.id);
    if (!link || link === here) return;
    here?.removeAttribute("aria-current");
    here = link;
    link.setAttribute("aria-current", "location");
    if (menu.getClientRects().length) menu.scrollTop = Math.max(0, link.offsetTop - menu.offsetTop - menu.clientHeight / 2);
  };
  // A heading that passes the line is noticed by the observer; a leap past many of them only by the scrolling itself.
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px", threshold: [0, 1] });
  for (const heading of headings) observer.observe(heading);
  document.addEventListener("scrollend", mark);
  mark();
}

if (contents) {
  const narrow = matchMedia(NARROW);
  const fit = (): void => void (contents.open = !narrow.matches);
  fit();
  narrow.addEventListener("change", fit);
  follow(contents.querySelector<HTMLElement>(".contents")!);
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
