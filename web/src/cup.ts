// Tournaments: a form that shows what belongs to the chosen game and pace, and a page whose parts change by themselves.
import { morph } from "./morph";
import { shell } from "./shell";
import { Wire } from "./wire";

shell();

const form = document.querySelector<HTMLFormElement>("form.open-cup");
if (form) {
  const fit = () => {
    const data = new FormData(form);
    for (const part of form.querySelectorAll<HTMLFieldSetElement>("[data-game]"))
      part.hidden = part.disabled = part.dataset["game"] !== data.get("game");
    for (const part of form.querySelectorAll<HTMLElement>("[data-when]")) {
      const [name, value] = (part.dataset["when"] ?? "").split("=");
      part.hidden = name !== undefined && data.get(name) !== value;
    }
  };
  form.addEventListener("change", fit);
  fit();
}

const tabs = [...document.querySelectorAll<HTMLButtonElement>(".cup-tabs [role=tab]")];

function select(tab: HTMLButtonElement): void {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    document.getElementById(each.getAttribute("aria-controls")!)?.classList.toggle("behind", !chosen);
  }
}

for (const [place, tab] of tabs.entries()) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(place + step + tabs.length) % tabs.length]!;
    select(next);
    next.focus();
  });
}
// Whoever plays, or has asked for a round, came for the tables.
const wanted = document.body.dataset["round"] || document.querySelector("#cup-middle .tb.me");
if (tabs[0]) select(wanted ? tabs[1]! : tabs[0]);

const strip = document.querySelector<HTMLElement>(".rounds");
const shown = strip?.querySelector<HTMLElement>(".shown");
if (strip && shown) strip.scrollLeft = shown.offsetLeft - strip.offsetLeft - 40;

const { cup, round, stage } = document.body.dataset;
const live = cup ? `/cups/${cup}/live?round=${round ?? ""}` : document.getElementById("cups") && "/live?page=cups";
if (live) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  new Wire(
    () => `${scheme}://${location.host}${live}`,
    (news) => {
      // What surrounds the parts is made for a stage: dialogs, tabs, what may be done.
      if (typeof news["stage"] === "string" && news["stage"] !== stage) return location.reload();
      for (const [id, html] of Object.entries(news)) {
        const place = document.getElementById(id);
        if (place && typeof html === "string") morph(place, html);
      }
    },
    () => {},
  );
}
