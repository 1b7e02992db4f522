// Websocket client with numbered, acknowledged messages. Durable messages (a move, an undo) are kept until acknowledged
// and sent again after a reconnect, under the same action_id.
import { begin, track } from "./pending";
import { host, openConnection, reloadPage, type Connection } from "./place";
import { whenReleased } from "./press";

export interface Reply {
  ack: number;
  ok: boolean;
  rule?: string;
  text?: string;
  guide?: string;
  preview?: string;
  since?: unknown[];
  places?: string[];
  again?: boolean;
  advice?: HintReply;
  time?: number;
}

/** The move that the strongest bot would make, with its reasons. */
export interface HintReply {
  move: number;
  words: string;
  why: string;
  other: string;
  best: { move: number; words: string; chance: number }[];
}

export type Update = Record<string, unknown>;

interface PendingRequest {
  message: Record<string, unknown>;
  durable: boolean;
  answer: (answer: Reply | null) => void;
}

const PING_INTERVAL = 15_000; // milliseconds
const REPLY_TIMEOUT = 10_000; // milliseconds after which a connection without an answer is given up
const SILENCE_TIME = 1_300; // milliseconds without an answer, or without a connection, until it is told
const SILENCE_CHECK = 200; // milliseconds more, in which a page that was held up hears what has come meanwhile
const QUIET_TIME = 3_000; // milliseconds without a message after which a page that is looked at asks for one
const SLOW = new Set(["coach", "what-if"]); // what others wait for on the server: a bot may think
const IDLE_AFTER = 110_000; // the server shows a user as idle after two minutes
const SIGNED_OUT = 4401; // close code: the session of this device was revoked

export class Socket {
  private socket: Connection | null = null;
  private number = 0;
  private pending = new Map<number, PendingRequest>();
  private lastInput = performance.now(); // time of the last pointer or key event
  private attempts = 0;
  /** Milliseconds that the server's clock is ahead of this device's; null before the first reply to a ping. */
  clockOffset: number | null = null;
  onClock: (() => void) | null = null;
  private retryTimer = 0;
  private replyTimer = 0;
  private silenceTimer = 0;
  private quietTimer = 0;
  private lost = false; // what was told last
  private heardAt = Date.now();
  private inbox: Promise<void> = Promise.resolve();
  private connected: (() => void) | null = null; // ends the report that a connection is being made

  constructor(
    private address: () => string,
    private onUpdate: (update: Update) => void,
    private onLost: (lost: boolean, since: number) => void = () => {},
  ) {
    this.connect();
    addEventListener("online", () => this.reconnect());
    addEventListener("offline", () => {
      this.tell(true);
      this.ping(); // a server on the same device still answers
    });
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.scheduleConnect(0));
    document.addEventListener("visibilitychange", () => this.ping());
    document.addEventListener("settle", () => void this.request({ do: "show" }));
    for (const name of ["pointermove", "pointerdown", "keydown", "wheel"])
      addEventListener(name, () => this.onInput(), { capture: true, passive: true });
    setInterval(() => this.ping(), PING_INTERVAL);
  }

  /** Sends a message, as soon as a connection that is being made is there; resolves to its acknowledgement, or to null
   * if it is not durable and the connection is lost. */
  request(message: Record<string, unknown>, durable = false): Promise<Reply | null> {
    const n = ++this.number;
    const answered = new Promise<Reply | null>((answer) => {
      this.pending.set(n, { message: { n, ...message }, durable, answer });
      if (this.socket?.readyState === WebSocket.OPEN) {
        this.socket.send(JSON.stringify({ n, ...message }));
        if (message["do"] !== "advise") this.listen(); // its answer comes when the hint is computed
      } else if (!durable && this.socket?.readyState !== WebSocket.CONNECTING) this.resolve(n, null);
    });
    return track(answered);
  }

  /** Takes a durable message back: it is not sent again, and what the connection still holds goes with it. */
  withdraw(actionId: unknown): void {
    for (const [n, { message }] of [...this.pending]) if (message["action_id"] === actionId) this.resolve(n, null);
    this.reconnect();
  }

  /** Opens a new connection at once in place of the present one. */
  reconnect(): void {
    this.giveUp();
    this.scheduleConnect(0);
  }

  /** Waits for a sign of life; without one the connection counts as lost. */
  private listen(): void {
    if (host) return; // the engine may think: what it does cannot be lost
    this.silenceTimer ||= window.setTimeout(() => {
      this.silenceTimer = window.setTimeout(() => {
        this.silenceTimer = 0;
        if ([...this.pending.values()].some(({ message }) => SLOW.has(String(message["do"])))) this.listen();
        else this.tell(true);
      }, SILENCE_CHECK);
    }, SILENCE_TIME);
  }

  private tell(lost: boolean): void {
    if (lost === this.lost) return;
    this.lost = lost;
    this.onLost(lost, this.heardAt);
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.connected ??= begin();
    const socket = openConnection(this.address());
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.expectReply();
    socket.onopen = () => {
      for (const { message } of this.pending.values()) socket.send(JSON.stringify(message));
      this.ping();
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.endWaiting();
      clearTimeout(this.silenceTimer);
      this.silenceTimer = 0;
      this.heardAt = Date.now();
      clearTimeout(this.quietTimer);
      this.quietTimer = window.setTimeout(() => this.askForSign(), QUIET_TIME);
      // An overloaded server accepts a connection only to close it with a reason: the first message proves it usable.
      this.attempts = 0;
      this.tell(false);
      this.inbox = this.inbox.then(() => this.receive(event.data)).catch((error) => console.error(error));
      void this.inbox.then(() => this.endConnecting());
    };
    socket.onclose = (event) => {
      if (event.code === SIGNED_OUT) return reloadPage();
      if (socket === this.socket) this.giveUp();
    };
  }

  /** Ends the present connection without waiting for the other side, and opens another one after a while. */
  private giveUp(): void {
    this.endWaiting();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    for (const [n, { durable }] of [...this.pending]) if (!durable) this.resolve(n, null);
    this.connected ??= begin();
    this.attempts++;
    this.listen();
    // Exponential backoff up to eight seconds, with jitter so that pages do not reconnect together.
    this.scheduleConnect(Math.min(8000, 250 * 2 ** Math.min(this.attempts, 6)) * (0.6 + 0.4 * Math.random()));
  }

  /** Reports that the connection is usable: its first message has been handled. */
  private endConnecting(): void {
    this.connected?.();
    this.connected = null;
  }

  private scheduleConnect(milliseconds: number): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = window.setTimeout(() => this.connect(), milliseconds);
  }

  /** Records user input. A user who was idle is reported at once, otherwise with the next ping; a user who moves a hand
      is told of a silent loss before the click. */
  private onInput(): void {
    const wasIdle = performance.now() - this.lastInput > IDLE_AFTER;
    const quiet = Date.now() - this.heardAt > QUIET_TIME && !this.silenceTimer;
    this.lastInput = performance.now();
    if (wasIdle || quiet) this.ping();
  }

  /** Asks for a sign of life while the page is looked at: a connection that dies without a word is told to a user who
   * only watches. A hidden page, or one that was not touched for long, waits for its next ping or the next touch. */
  private askForSign(): void {
    const watched = !document.hidden && performance.now() - this.lastInput < IDLE_AFTER;
    if (host || !watched || this.silenceTimer || this.socket?.readyState !== WebSocket.OPEN) return;
    void this.request({ do: "echo" });
    this.expectReply();
  }

  /** Gives the connection up unless it is heard soon; what is asked meanwhile does not put that off. */
  private expectReply(): void {
    if (host) return; // as in `listen`
    this.replyTimer ||= window.setTimeout(() => this.giveUp(), REPLY_TIMEOUT);
  }

  private endWaiting(): void {
    clearTimeout(this.replyTimer);
    this.replyTimer = 0;
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const idle = Math.round((performance.now() - this.lastInput) / 1000);
    const sentAt = performance.now();
    void this.request({ do: "ping", idle, visible: !document.hidden }).then((answer) => {
      if (answer?.time === undefined) return;
      void this.request({ do: "echo" }); // at once: the server measures the round trip
      // Half of the round trip is the way back.
      this.clockOffset = answer.time * 1000 + (performance.now() - sentAt) / 2 - Date.now();
      this.onClock?.();
    });
    this.expectReply();
  }

  private async receive(data: string | ArrayBuffer): Promise<void> {
    const message = JSON.parse(typeof data === "string" ? data : await inflate(data)) as Update;
    if (typeof message["ack"] === "number") this.resolve(message["ack"], message as unknown as Reply);
    else {
      const shown = begin();
      try {
        await whenReleased();
        this.onUpdate(message);
      } finally {
        shown();
      }
    }
  }

  private resolve(n: number, answer: Reply | null): void {
    const pending = this.pending.get(n);
    this.pending.delete(n);
    pending?.answer(answer);
  }
}

/** Decompresses a long message. */
async function inflate(data: ArrayBuffer): Promise<string> {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
