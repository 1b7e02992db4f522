// The user's own moves on their way to the server: each is sent once. While there is no connection the last one is kept
// on the device, under the version of the position that it answers, and can be taken back.
import { place } from "./place";
import { getStored, setStored } from "./storage";
import { byId } from "./shell";
import type { Reply, Socket } from "./socket";

export interface SendingPage {
  refused(answer: Reply | null, gently?: boolean): void; // shows a refusal, or with a reply that is ok removes it
  free(): void; // the chosen place can be chosen again
}

interface Sent extends Record<string, unknown> {
  action_id: string;
}

const REPEAT_TIME = 800; // milliseconds: a move sent again so soon was chosen before the first one showed
const BACK_TIME = 2000; // milliseconds for which the page says that it is connected again
const OWN_DOUBLES = new Set(["stale_version", "cannot_undo", "out_of_turn"]);
const WENT_ON = new Set(["stale_version", "out_of_turn"]);
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Sending {
  private bar = byId("lost");
  private card = byId("kept");
  private key = `kept:${place.pathname}:${document.body.dataset["seat"] ?? ""}`;
  private sent: Sent | null = null; // what waits for its answer
  private sentAt = -REPEAT_TIME;
  private lost = false;
  private keptOnce = false; // what waits for its answer was kept during a loss of the connection
  private timer = 0;

  constructor(
    private socket: () => Socket,
    private page: SendingPage,
  ) {
    this.bar.querySelector("button")!.addEventListener("click", () => this.socket().reconnect());
    this.card.querySelector("button")!.addEventListener("click", () => this.takeBack());
  }

  /** Sends the move that an earlier visit of this page has kept. */
  resume(): void {
    const stored = getStored(this.key);
    if (stored) void this.pass(JSON.parse(stored) as Sent, true);
  }

  /** Sends a move or takes moves back. The same move again is on its way already; another one replaces a kept one. */
  async send(message: Record<string, unknown>): Promise<void> {
    const before = this.sent;
    if (before && message["do"] === "play" && before["move"] === message["move"]) return;
    if (before && this.lost) {
      this.takeBack();
      if (message["do"] !== "play" && before["do"] === "play") return;
    }
    await this.pass({ ...message, action_id: newId() }, false);
  }

  private async pass(message: Sent, kept: boolean): Promise<void> {
    const doubled = this.sent !== null || performance.now() - this.sentAt < REPEAT_TIME;
    this.sentAt = performance.now();
    this.sent = message;
    this.keptOnce = kept;
    this.showKept();
    const answer = await this.socket().request(message, true);
    const last = this.sent === message;
    const wasKept = last && this.keptOnce;
    if (last) {
      this.sent = null;
      this.showKept();
    }
    if (!answer) return;
    if (!answer.ok && doubled && OWN_DOUBLES.has(answer.rule ?? "")) return this.page.free();
    if (!wasKept || answer.ok) this.page.refused(answer);
    else if (WENT_ON.has(answer.rule ?? "")) this.page.refused({ ...answer, text: this.card.dataset["gone"]! }, true);
    else this.page.refused(answer, true);
    if (wasKept && answer.ok) this.say("sent");
  }

  /** Drops what is kept. */
  private takeBack(): void {
    const dropped = this.sent;
    if (!dropped) return;
    this.sent = null;
    this.showKept();
    this.socket().withdraw(dropped.action_id);
    this.page.free();
  }

  /** Tells that the connection is lost, or is back. `since` is when the server was heard last. */
  showLost(lost: boolean, since: number): void {
    this.lost = lost;
    document.body.classList.toggle("offline", lost);
    this.say(lost ? "lost" : "back", clock.format(since));
    this.showKept();
  }

  private say(what: "lost" | "back" | "sent", time = ""): void {
    clearTimeout(this.timer);
    const words = JSON.parse(this.bar.dataset["words"]!) as Record<string, string>;
    const [head, line] = [this.bar.querySelector("b")!, this.bar.querySelector(".line")!];
    const show = (): void => {
      head.textContent = words[what] ?? "";
      line.textContent = what === "lost" ? (words["since"] ?? "").replace("{time}", time) : "";
    };
    if (this.bar.hidden) requestAnimationFrame(show); // only changes of a region that is there are announced
    else show();
    this.bar.classList.toggle("back", what !== "lost");
    this.bar.hidden = false;
    if (what !== "lost") this.timer = window.setTimeout(() => (this.bar.hidden = true), BACK_TIME);
  }

  private showKept(): void {
    const kept = this.lost && this.sent !== null;
    this.keptOnce ||= kept;
    this.card.hidden = !kept;
    const words = JSON.parse(this.card.dataset["words"]!) as Record<string, string>;
    const text = kept ? (words[this.sent!["do"] === "play" ? "move" : "undo"] ?? "") : "";
    requestAnimationFrame(() => (this.card.querySelector(".t")!.textContent = text));
    const stored = this.sent?.["do"] === "play" && this.keptOnce ? JSON.stringify(this.sent) : "";
    if (stored !== (getStored(this.key) ?? "")) setStored(this.key, stored);
  }
}
