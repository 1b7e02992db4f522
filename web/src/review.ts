// The review of a finished game: chart, decision, board and strip follow the selected moment. Without this script the
// page shows everything one below the other.
import { copyLink } from "./share";
import { drawRings } from "./rings";
import { shell } from "./shell";

interface Turn {
  at: number;
  round: number;
  title: string;
  chances: string[];
  before: string[];
  changes: string[];
  decision: number | null;
}

shell();
const pending = document.querySelector<HTMLElement>("[data-progress]");
if (pending) void pollProgress(pending);
else if (document.getElementById("rv-data")) review();

/** Polls the progress of the review and reloads the page when it is ready. */
async function pollProgress(page: HTMLElement): Promise<void> {
  const words = page.querySelector("[role=status] b")!;
  const bar = page.querySelector("progress")!;
  for (;;) {
    await new Promise((go) => setTimeout(go, 1200));
    const answer = await fetch(page.dataset["progress"]!, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) continue; // try again
    const progress = (await answer.json()) as { ready: boolean; done: number; all: number; words: string };
    if (progress.ready) {
      location.reload();
      return;
    }
    words.textContent = progress.words;
    bar.max = progress.all;
    bar.value = progress.done;
  }
}

function review(): void {
  const turns = JSON.parse(document.getElementById("rv-data")!.textContent!) as Turn[];
  const main = document.querySelector<HTMLElement>("main.review")!;
  const panels = [...main.querySelectorAll<HTMLElement>(".rv-look")];
  const links = [...main.querySelectorAll<HTMLAnchorElement>("[data-look]")];
  const slider = main.querySelector<HTMLInputElement>(".rv-slider")!;
  const names = [...main.querySelectorAll(".rv-key li")];
  let chosen = 0;

  document.documentElement.classList.add("scripted");
  const controls = ".rv-slider, .rv-steps, .rv-which, .rv-as-table";
  for (const control of main.querySelectorAll<HTMLElement>(controls)) control.hidden = false;

  function choose(moment: number, at: number | null = turns[moment]!.decision): void {
    chosen = Math.max(0, Math.min(turns.length - 1, moment));
    const turn = turns[chosen]!;
    slider.value = String(chosen);
    const chances = turn.chances.map((now, seat) => `${names[seat]!.textContent} ${turn.before[seat]} → ${now} %`);
    slider.setAttribute("aria-valuetext", `${turn.title}: ${chances.join(", ")}`);
    for (const chart of main.querySelectorAll<SVGElement>(".rv-chart")) highlightColumn(chart, chosen);
    showTip(turn);
    main.querySelector(".rv-told")!.textContent = `${turn.title} · ${chosen + 1}/${turns.length}`;
    const there = main.querySelector<HTMLAnchorElement>(".rv-there");
    if (there) there.href = there.href.replace(/move=\d+/, `move=${turn.at}`);
    if (at !== null) open(at);
  }

  function open(at: number): void {
    for (const panel of panels) panel.classList.toggle("on", Number(panel.dataset["at"]) === at);
    for (const link of links) link.setAttribute("aria-current", String(Number(link.dataset["look"]) === at));
    const current = links.filter((link) => link.ariaCurrent === "true");
    if (innerWidth > 1100) current[0]?.scrollIntoView({ block: "nearest" });
    const numbers = current.map((link) => link.querySelector(".rv-gem b")!.textContent);
    for (const marker of main.querySelectorAll(".rv-diamond"))
      marker.classList.toggle("on", numbers.includes(marker.getAttribute("data-number") ?? ""));
    const panel = panels.find((one) => Number(one.dataset["at"]) === at);
    const retry = panel?.querySelector<HTMLAnchorElement>(".rv-do .pri");
    const dock = document.querySelector<HTMLAnchorElement>(".rv-dock .pri")!;
    dock.hidden = !retry;
    if (retry) dock.href = retry.href;
    if (panel) drawPanel(panel);
  }

  function showTip(turn: Turn): void {
    const box = main.querySelector<HTMLElement>(".rv-tip")!;
    box.hidden = false;
    box.replaceChildren();
    const title = document.createElement("b");
    title.textContent = turn.title;
    box.append(title);
    const row = document.createElement("span");
    turn.chances.forEach((chance, seat) => {
      const one = document.createElement("span");
      one.append(names[seat]!.querySelector("svg")!.cloneNode(true), ` ${turn.before[seat]} › ${chance} `);
      const change = document.createElement("i");
      change.textContent = turn.changes[seat] === "0" ? "" : turn.changes[seat]!;
      change.className = turn.changes[seat]!.startsWith("−") ? "less" : "more";
      one.append(change);
      row.append(one);
    });
    box.append(row);
    const share = chosen / Math.max(1, turns.length - 1);
    box.style.setProperty("--share", String(share));
    box.classList.toggle("left", share > 0.5);
  }

  function step(by: number): void {
    const now = links.findIndex((link) => link.ariaCurrent === "true");
    pick(links[Math.max(0, Math.min(links.length - 1, Math.max(0, now) + by))]);
  }

  function pick(link: HTMLAnchorElement | undefined): void {
    if (link) choose(Number(link.dataset["moment"]), Number(link.dataset["look"]));
  }

  /** Chooses the last moment of the round before, or of the next one. */
  function stepRound(by: number): void {
    const rounds = turns.map((turn) => turn.round);
    const wanted = rounds[chosen + Math.min(0, by)];
    let moment = chosen + by;
    while (by > 0 ? rounds[moment] === rounds[moment + 1] : moment > 0 && rounds[moment] === wanted) moment += by;
    choose(moment);
  }

  function drawPanel(panel: HTMLElement): void {
    const which = panel.querySelector<HTMLInputElement>(".rv-which :checked")?.value ?? "both";
    drawRings(panel.querySelector<HTMLElement>(".rv-picture")!, which);
  }

  slider.addEventListener("input", () => choose(Number(slider.value)));
  main.addEventListener("click", (event) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("[data-look]");
    if (link) {
      event.preventDefault();
      pick(link);
    }
    const go = target.closest<HTMLElement>("[data-step]")?.dataset["step"];
    if (go) choose({ previous: chosen - 1, next: chosen + 1 }[go]!);
    const asTable = target.closest<HTMLElement>("[data-table]");
    if (asTable) asTable.ariaExpanded = String(main.classList.toggle("tabular"));
    const share = target.closest<HTMLElement>("[data-share]");
    if (share) void copyLink(share);
  });
  main.addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    const panel = input.closest<HTMLElement>(".rv-look");
    if (panel) drawPanel(panel);
  });
  document.addEventListener("click", (event) => {
    const by = (event.target as Element).closest<HTMLElement>("[data-decision]")?.dataset["decision"];
    if (by) step(Number(by));
    const tab = (event.target as Element).closest<HTMLElement>("[role=tab]");
    if (tab) openTab(tab.dataset["tab"]!);
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, .tabs, dialog, [popover]")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) stepRound(by);
    else if (/^[1-5]$/.test(event.key)) pick(links[Number(event.key) - 1]);
  });
  main.querySelector(".rv-turning")?.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[(event as KeyboardEvent).key];
    if (!by || (event.target as Element).matches("input")) return;
    event.preventDefault();
    step(by);
    links.find((link) => link.ariaCurrent === "true")?.focus();
  });
  let touchStart = 0;
  const swipable = main.querySelector<HTMLElement>(".rv-looks");
  swipable?.addEventListener("touchstart", (event) => (touchStart = event.touches[0]!.clientX), { passive: true });
  swipable?.addEventListener("touchend", (event) => {
    const by = event.changedTouches[0]!.clientX - touchStart;
    if (Math.abs(by) > 60) step(by < 0 ? 1 : -1);
  }, { passive: true });
  const sizes = new ResizeObserver(() => panels.filter((panel) => panel.classList.contains("on")).forEach(drawPanel));
  for (const picture of main.querySelectorAll(".rv-pictures, .rv-pictures > *")) sizes.observe(picture);

  function openTab(tab: string): void {
    document.body.dataset["tab"] = tab;
    for (const one of document.querySelectorAll<HTMLElement>(".rv-tabs [role=tab]")) {
      one.ariaSelected = String(one.dataset["tab"] === tab);
      one.tabIndex = one.dataset["tab"] === tab ? 0 : -1;
    }
    panels.filter((panel) => panel.classList.contains("on")).forEach(drawPanel);
    scrollTo(0, 0);
  }
  document.querySelector(".rv-tabs")?.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[(event as KeyboardEvent).key];
    if (!by) return;
    const row = [...document.querySelectorAll<HTMLElement>(".rv-tabs [role=tab]")];
    const next = row[(row.findIndex((one) => one.ariaSelected === "true") + by + row.length) % row.length]!;
    openTab(next.dataset["tab"]!);
    next.focus();
  });

  openTab("decisions");
  if (links[0]) pick(links[0]);
  else choose(turns.length - 1);
}

/** Highlights the chart column of a moment, from the moment before. */
function highlightColumn(chart: SVGElement, moment: number): void {
  const column = chart.querySelector(".rv-column")!;
  const [left, right, last] = ["left", "right", "last"].map((name) => Number(chart.dataset[name]!)) as [
    number, number, number,
  ]; // prettier-ignore
  const width = (right - left) / last;
  const end = left + width * moment;
  const begin = Math.max(left, end - Math.max(width, 6));
  column.setAttribute("x", String(begin));
  column.setAttribute("width", String(Math.max(3, end - begin)));
}
