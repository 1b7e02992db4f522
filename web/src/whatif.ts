// The what-if board: strip and list of branches, bar of win chances. The server stores the tree of branches.
import { reducedMotion } from "./animation";
import { copyLink } from "./share";
import { byId } from "./shell";
import type { Reply } from "./socket";

const UNDO_TIME = 5000; // milliseconds in which a removed branch can be restored

export interface WhatIfPage {
  ask(button: string, more?: Record<string, unknown>): Promise<Reply | null>;
  onRefused(answer: Reply): void;
}

export class WhatIf {
  private removed = byId("removed");
  private timer = 0;
  private switchedToTable = false; // the side panel shows the table, because something there can be chosen

  constructor(private page: WhatIfPage) {
    document.addEventListener("click", (event) => this.onClick(event.target as Element));
    byId("branches").addEventListener("change", (event) => this.onChange(event.target as HTMLElement));
    document.addEventListener("keydown", (event) => this.onKeydown(event), { capture: true });
    this.afterUpdate();
  }

  /** Call after the page has changed. */
  afterUpdate(): void {
    const strip = byId("history").querySelector<HTMLElement>(".strip-box");
    const here = strip?.querySelector<HTMLElement>(".here");
    if (strip && here) {
      const left = here.offsetLeft - strip.clientWidth / 2;
      strip.scrollTo({ left, behavior: reducedMotion() ? "instant" : "smooth" });
    }
    this.showNeededSide();
  }

  /** Shows the table beside the board while only that has something to choose, then the branches again. */
  private showNeededSide(): void {
    const can = (slot: string): boolean => document.querySelector(`[data-slot="${slot}"] .can[data-move]`) !== null;
    const needed = can("right") && !can("board") && !can("above");
    if (needed && document.body.dataset["side"] === "branches") {
      this.switchedToTable = true;
      this.showSide("table");
    } else if (!needed && this.switchedToTable) this.showSide("branches");
  }

  private showSide(side: string): void {
    if (side === "branches") this.switchedToTable = false;
    document.body.dataset["side"] = side;
    for (const button of document.querySelectorAll<HTMLElement>(".side-switch [data-side]"))
      button.setAttribute("aria-pressed", String(button.dataset["side"] === side));
  }

  private onClick(target: Element): void {
    const side = target.closest<HTMLElement>(".side-switch [data-side]")?.dataset["side"];
    if (side) return this.showSide(side);
    const sharing = target.closest<HTMLElement>("#branches [data-share]");
    if (sharing) return void copyLink(sharing);
    const button = target.closest<HTMLElement>("button[data-what]:not(:disabled)");
    if (button) return this.onButton(button);
    const node = target.closest<HTMLElement>("#history :is(.node, .letter-pill), #branches .to");
    if (node) this.goTo(node.dataset["letter"] ?? "", "tip" in node.dataset ? 1e6 : Number(node.dataset["count"] ?? 0));
  }

  private onButton(button: HTMLElement): void {
    const { what, letter, line } = button.dataset;
    if (what === "remove") return void this.remove(letter ?? "");
    if (what === "restore") this.hideUndo();
    void this.send(what!, line === undefined ? {} : { line });
  }

  private onChange(field: HTMLElement): void {
    const what = field.dataset["what"];
    if (what === "level") void this.send("level", { level: Number((field as HTMLSelectElement).value) });
    if (what === "luck") void this.send("luck");
    if (what === "seat") void this.changeSeat(field as HTMLInputElement);
    if (what === "form")
      void this.send(what, { form: (field as HTMLSelectElement).value, line: field.dataset["line"] });
  }

  private async changeSeat(box: HTMLInputElement): Promise<void> {
    if (!(await this.send("seat", { seat: Number(box.value) }))) box.checked = !box.checked;
  }

  private goTo(branch: string, count: number): void {
    void this.send("go", { branch, count });
  }

  step(by: number): void {
    void this.send("step", { by });
  }

  private async remove(branch: string): Promise<void> {
    if (!branch || !(await this.send("remove", { branch }))) return;
    this.removed.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hideUndo(), UNDO_TIME);
  }

  private hideUndo(): void {
    this.removed.hidden = true;
  }

  private async send(button: string, more: Record<string, unknown> = {}): Promise<boolean> {
    const answer = await this.page.ask(button, more);
    if (answer && !answer.ok) this.page.onRefused(answer);
    return answer?.ok ?? false;
  }

  /** Arrow keys move along a branch and between branches, unless the focus is on the board. */
  private onKeydown(event: KeyboardEvent): void {
    const row = (event.target as Element).closest(".plan-line");
    const line = row?.querySelector<HTMLElement>("[data-line]");
    if (line && event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
      event.preventDefault();
      return void this.send(event.key === "ArrowUp" ? "up" : "down", { line: line.dataset["line"] });
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open], #table [data-slot], #told")) return;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => void this.send("aside", { by: -1 }),
      ArrowDown: () => void this.send("aside", { by: 1 }),
      n: () => void this.send("branch"),
      k: () => document.querySelector<HTMLElement>("button.keep-line:not(:disabled)")?.click(),
      Delete: () => void this.remove(currentBranch()),
    };
    const chosen = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!chosen || document.body.classList.contains("since")) return;
    event.preventDefault();
    event.stopPropagation();
    chosen();
  }
}

/** Returns the letter of the branch shown; empty for the game itself. */
function currentBranch(): string {
  return document.querySelector<HTMLElement>("#branches .branch.on[data-letter]")?.dataset["letter"] ?? "";
}
