// Small sounds, made here and now: my turn, a move, points, the end. On phones they are off until somebody wants them.

import { keep, kept } from "./kept";
import { show as showKnob } from "./knobs";
import { stepsOf } from "./staging";
import type { Update } from "./wire";

const KEY = "sound";

/** A tone: its pitch, when it begins and how long it rings (seconds), how loud it is at most. */
type Tone = [pitch: number, at: number, long: number, loud: number];

// Pitches of one pentatonic scale, so that whatever comes together sounds well together.
const SOUNDS = {
  turn: [[587.33, 0, 0.5, 0.11], [880, 0.11, 0.7, 0.1]],
  move: [[196, 0, 0.09, 0.14], [392, 0, 0.05, 0.04]],
  points: [[880, 0, 0.22, 0.05], [1174.66, 0.06, 0.3, 0.05]],
  end: [[293.66, 0, 1.1, 0.09], [440, 0.14, 1.1, 0.08], [587.33, 0.28, 1.2, 0.08], [880, 0.42, 1.6, 0.07]],
} satisfies Record<string, Tone[]>; // prettier-ignore

const POINTS = /points$/; // where points arrive
const APART = 70; // milliseconds: of several moves at once one is heard

let context: AudioContext | null = null;
const heard = new Map<string, number>();

function on(): boolean {
  return (kept(KEY) ?? (matchMedia("(pointer: coarse)").matches ? "off" : "on")) === "on";
}

/** The tones of a sound, put into a place that plays them. */
export function put(where: BaseAudioContext, tones: readonly Tone[]): void {
  for (const [pitch, at, long, loud] of tones) {
    const tone = where.createOscillator();
    const voice = where.createGain();
    const start = where.currentTime + at;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    voice.gain.setValueAtTime(0, start);
    voice.gain.linearRampToValueAtTime(loud, start + 0.008);
    voice.gain.exponentialRampToValueAtTime(0.0001, start + long);
    tone.connect(voice).connect(where.destination);
    tone.start(start);
    tone.stop(start + long);
  }
}

const CALLS: readonly string[] = ["turn", "end"]; // heard also behind other pages: they call whoever went there

function play(name: keyof typeof SOUNDS): void {
  const now = performance.now();
  // Browsers let a page sound only after somebody has touched it; before that nothing waits to be heard later.
  if (!on() || (document.hidden && !CALLS.includes(name)) || !navigator.userActivation.hasBeenActive || now - (heard.get(name) ?? -APART) < APART) return;
  heard.set(name, now);
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  put(context, SOUNDS[name]);
}

export const sound = {
  turn: (): void => play("turn"),
  move: (): void => play("move"),
  points: (): void => play("points"),
  end: (): void => play("end"),
  /** What news sound like: one sound, for the most important thing in them. */
  news(news: Update): void {
    if (news["over"] === true) play("end");
    else if (typeof news["title"] === "string" && news["title"].startsWith("●")) play("turn");
    else if (stepsOf(news).some((step) => step.flights?.some((flight) => POINTS.test(flight.end)))) play("points");
    else if (stepsOf(news).length) play("move");
  },
  /** The switches show how it stands; it is heard when it is turned on. */
  switches(buttons: Iterable<HTMLElement>): void {
    const all = [...buttons];
    const show = (): void => all.forEach((button) => showKnob(button, on()));
    for (const button of all)
      button.addEventListener("click", () => {
        keep(KEY, on() ? "off" : "on");
        show();
        play("turn");
      });
    show();
  },
};
