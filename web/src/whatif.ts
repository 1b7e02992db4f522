// The what-if board: the strip of branches, the list of them and the bar of chances. The server keeps the tree; the page asks.
import { still } from "./flights";
import { copyLink } from "./link";
import { byId } from "./shell";
import type { Answer } from "./wire";

const UNDO = 5000; // milliseconds in which a removed branch can be brought back

export interface Board {
  ask(button: string, more?: Record<string, unknown>): Promise<Answer | null>;
  refused(answer: Answer): void;
}

export class WhatIf {
  private removed = byId("removed");
  private timer = 0;
  private turned = false; // to the table, because something there can be chosen

  constructor(private board: Board) {
    document.addEventListener("click", (event) => this.click(event.target as Element));
    byId("branches").addEventListener("change", (event) => this.change(event.target as HTMLElement));
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    this.after();
  }

  /** Call after the page has changed. */
  after(): void {
    const strip = byId("history").querySelector<HTMLElement>(".strip-box");
    const here = strip?.querySelector<HTMLElement>(".here");
    if (strip && here) {
      const left = here.offsetLeft - strip.clientWidth / 2;
      strip.scrollTo({ left, behavior: still() ? "instant" : "smooth" });
    }
    this.turn();
  }

  /** Where only the table beside the board has something to choose, it is shown; the branches come back after it. */
  private turn(): void {
    const can = (slot: string): boolean => document.querySelector(`[data-slot="${slot}"] .can[data-move]`) !== null;
    const due = can("right") && !can("board") && !can("above");
    if (due && document.body.dataset["side"] === "branches") {
      this.turned = true;
      this.side("table");
    } else if (!due && this.turned) this.side("branches");
  }

  private side(side: string): void {
    if (side === "branches") this.turned = false;
    document.body.dataset["side"] = side;
    for (const button of document.querySelectorAll<HTMLElement>(".side-switch [data-side]"))
      button.setAttribute("aria-pressed", String(button.dataset["side"] === side));
  }

  private click(target: Element): void {
    const side = target.closest<HTMLElement>(".side-switch [data-side]")?.dataset["side"];
    if (side) return this.side(side);
    const sharing = target.closest<HTMLElement>("#branches [data-share]");
    if (sharing) return void copyLink(sharing);
    const button = target.closest<HTMLElement>("button[data-what]:not(:disabled)");
    if (button) return this.press(button.dataset["what"]!, button.dataset["letter"]);
    const node = target.closest<HTMLElement>("#history :is(.node, .letter-pill), #branches .to");
    if (node) this.go(node.dataset["letter"] ?? "", "tip" in node.dataset ? 1e6 : Number(node.dataset["count"] ?? 0));
  }

  private press(what: string, letter?: string): void {
    if (what === "remove") return void this.remove(letter ?? "");
    if (what === "restore") this.hide();
    void this.do(what);
  }

  private change(field: HTMLElement): void {
    const what = field.dataset["what"];
    if (what === "level") void this.do("level", { level: Number((field as HTMLSelectElement).value) });
    if (what === "luck") void this.do("luck");
    if (what === "seat") void this.seat(field as HTMLInputElement);
  }

  private async seat(box: HTMLInputElement): Promise<void> {
    if (!(await this.do("seat", { seat: Number(box.value) }))) box.checked = !box.checked;
  }

  private go(branch: string, count: number): void {
    void this.do("go", { branch, count });
  }

  step(by: number): void {
    void this.do("step", { by });
  }

  private async remove(branch: string): Promise<void> {
    if (!branch || !(await this.do("remove", { branch }))) return;
    this.removed.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide(), UNDO);
  }

  private hide(): void {
    this.removed.hidden = true;
  }

  private async do(button: string, more: Record<string, unknown> = {}): Promise<boolean> {
    const answer = await this.board.ask(button, more);
    if (answer && !answer.ok) this.board.refused(answer);
    return answer?.ok ?? false;
  }

  /** Arrows lead along a branch and between branches, unless the focus is on the board, where they walk over its places. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open], #table [data-slot], #told")) return;
    const doing: Record<string, () => void> = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => void this.do("aside", { by: -1 }),
      ArrowDown: () => void this.do("aside", { by: 1 }),
      n: () => void this.do("branch"),
      Delete: () => void this.remove(document.querySelector<HTMLElement>("#branches .branch.on[data-letter]")?.dataset["letter"] ?? ""),
    };
    const chosen = doing[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!chosen || document.body.classList.contains("since")) return;
    event.preventDefault();
    event.stopPropagation();
    chosen();
  }
}
