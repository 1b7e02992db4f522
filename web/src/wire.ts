// The one websocket of a page. Every message is numbered and acknowledged; what must not get lost (a move, an undo) is
// kept until its acknowledgement and sent again, under the same action_id, after the connection has been lost.

export interface Answer {
  ack: number;
  ok: boolean;
  rule?: string;
  text?: string;
  guide?: string;
  preview?: string;
  since?: unknown[];
  places?: string[];
  again?: boolean;
  advice?: Advice;
  time?: number;
}

/** What the strongest bot would do. */
export interface Advice {
  move: number;
  words: string;
  why: string;
  other: string;
  best: { move: number; words: string; chance: number }[];
}

export type Update = Record<string, unknown>;

interface Waiting {
  message: Record<string, unknown>;
  durable: boolean;
  answer: (answer: Answer | null) => void;
}

const PING_EVERY = 15_000;
const SILENCE = 10_000;
const ASLEEP = 110_000; // the server calls a person idle after two minutes
const SIGNED_OUT = 4401; // this device counts no more: the page itself says so

export class Wire {
  private socket: WebSocket | null = null;
  private number = 0;
  private waiting = new Map<number, Waiting>();
  private touched = performance.now(); // when somebody last moved a pointer or pressed a key
  private tries = 0;
  /** By how many milliseconds the server's clock is ahead of this machine's; null before it is known. */
  ahead: number | null = null;
  onTime: (() => void) | null = null;
  private retry = 0;
  private silence = 0;
  private order: Promise<void> = Promise.resolve();

  constructor(
    private address: () => string,
    private onUpdate: (update: Update) => void,
    private onState: (connected: boolean, tries: number) => void,
  ) {
    this.connect();
    addEventListener("online", () => this.soon(0));
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.soon(0));
    document.addEventListener("visibilitychange", () => this.check());
    for (const sign of ["pointermove", "pointerdown", "keydown", "wheel"])
      addEventListener(sign, () => this.touch(), { capture: true, passive: true });
    setInterval(() => this.check(), PING_EVERY);
  }

  /** Sends a message; the promise gives the acknowledgement, or null when the connection was lost before it came. */
  ask(message: Record<string, unknown>, durable = false): Promise<Answer | null> {
    const n = ++this.number;
    return new Promise((answer) => {
      this.waiting.set(n, { message: { n, ...message }, durable, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ n, ...message }));
      else if (!durable) this.settle(n, null);
    });
  }

  private connect(): void {
    clearTimeout(this.retry);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(this.address());
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      for (const { message, durable } of this.waiting.values()) if (durable) socket.send(JSON.stringify(message));
      this.check();
    };
    socket.onmessage = (event) => {
      clearTimeout(this.silence);
      // A server that has trouble opens the connection only to close it again with the reason: what counts is a message.
      if (this.tries) this.onState(true, (this.tries = 0));
      this.order = this.order.then(() => this.receive(event.data)).catch((error) => console.error(error));
    };
    socket.onclose = (event) => {
      clearTimeout(this.silence);
      if (event.code === SIGNED_OUT) return location.reload();
      if (socket !== this.socket) return;
      for (const [n, { durable }] of [...this.waiting]) if (!durable) this.settle(n, null);
      this.onState(false, ++this.tries);
      // Back off up to eight seconds, never all pages at the same moment.
      this.soon(Math.min(8000, 250 * 2 ** Math.min(this.tries, 6)) * (0.6 + 0.4 * Math.random()));
    };
  }

  private soon(milliseconds: number): void {
    clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.connect(), milliseconds);
  }

  /** Somebody is there. Whoever was idle is told of at once, everybody else with the next ping. */
  private touch(): void {
    const slept = performance.now() - this.touched > ASLEEP;
    this.touched = performance.now();
    if (slept) this.check();
  }

  private check(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const idle = Math.round((performance.now() - this.touched) / 1000);
    const asked = performance.now();
    void this.ask({ do: "ping", idle, visible: !document.hidden }).then((answer) => {
      if (answer?.time === undefined) return;
      void this.ask({ do: "echo" }); // at once: the server measures how long its answer took
      // The answer was on its way for half of the time.
      this.ahead = answer.time * 1000 + (performance.now() - asked) / 2 - Date.now();
      this.onTime?.();
    });
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.socket?.close(), SILENCE);
  }

  private async receive(data: string | ArrayBuffer): Promise<void> {
    const message = JSON.parse(typeof data === "string" ? data : await inflate(data)) as Update;
    if (typeof message["ack"] === "number") this.settle(message["ack"], message as unknown as Answer);
    else this.onUpdate(message);
  }

  private settle(n: number, answer: Answer | null): void {
    const waiting = this.waiting.get(n);
    this.waiting.delete(n);
    waiting?.answer(answer);
  }
}

/** Long messages come deflated. */
async function inflate(data: ArrayBuffer): Promise<string> {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
