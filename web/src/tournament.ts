// Tournament pages: a form with fields by game and pace, and parts that the server updates.
import { morph } from "./morph";
import { shell } from "./shell";
import { Socket } from "./socket";

shell();

const form = document.querySelector<HTMLFormElement>("form.open-cup");
if (form) {
  const showFields = () => {
    const data = new FormData(form);
    for (const part of form.querySelectorAll<HTMLFieldSetElement>("[data-game]"))
      part.hidden = part.disabled = part.dataset["game"] !== data.get("game");
    for (const part of form.querySelectorAll<HTMLElement>("[data-when]")) {
      const [name, value] = (part.dataset["when"] ?? "").split("=");
      part.hidden = name !== undefined && data.get(name) !== value;
    }
  };
  form.addEventListener("change", showFields);
  showFields();
}

const tabs = [...document.querySelectorAll<HTMLButtonElement>(".cup-tabs [role=tab]")];

function selectTab(tab: HTMLButtonElement): void {
  for (const each of tabs) {
    const chosen = each === tab;
    each.setAttribute("aria-selected", String(chosen));
    each.tabIndex = chosen ? 0 : -1;
    document.getElementById(each.getAttribute("aria-controls")!)?.classList.toggle("behind", !chosen);
  }
}

for (const [place, tab] of tabs.entries()) {
  tab.addEventListener("click", () => selectTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(place + step + tabs.length) % tabs.length]!;
    selectTab(next);
    next.focus();
  });
}
// Players, and links to a round, open the tables first.
const wanted = document.body.dataset["round"] || document.querySelector("#cup-middle .tb.me");
if (tabs[0]) selectTab(wanted ? tabs[1]! : tabs[0]);

const roundStrip = document.querySelector<HTMLElement>(".rounds");
const shown = roundStrip?.querySelector<HTMLElement>(".shown");
if (roundStrip && shown) roundStrip.scrollLeft = shown.offsetLeft - roundStrip.offsetLeft - 40;

const { cup, round, stage } = document.body.dataset;
const listPath = document.getElementById("cups") && "/live?page=cups";
const socketPath = cup ? `/cups/${cup}/live?round=${round ?? ""}` : listPath;
if (socketPath) {
  new Socket(
    () => socketPath,
    (update) => {
      // Dialogs, tabs and actions depend on the stage: reload when it changes.
      if (typeof update["stage"] === "string" && update["stage"] !== stage) return location.reload();
      for (const [id, html] of Object.entries(update)) {
        const place = document.getElementById(id);
        if (place && typeof html === "string") morph(place, html);
      }
    },
  );
}
