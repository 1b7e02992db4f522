// Synthesized sounds for the user's turn, a move, points and the end of a game; off by default on touch devices.

import { getStored, setStored } from "./storage";
import { setSwitch } from "./shell";
import { stepsOf } from "./playback";
import type { Update } from "./socket";

const KEY = "sound";

/** A tone: frequency in hertz, start and length in seconds, peak volume. */
type Tone = [pitch: number, at: number, length: number, volume: number];

// Frequencies of one pentatonic scale, so that sounds may overlap.
const SOUNDS = {
  turn: [[587.33, 0, 0.5, 0.11], [880, 0.11, 0.7, 0.1]],
  move: [[196, 0, 0.09, 0.14], [392, 0, 0.05, 0.04]],
  points: [[880, 0, 0.22, 0.05], [1174.66, 0.06, 0.3, 0.05]],
  end: [[293.66, 0, 1.1, 0.09], [440, 0.14, 1.1, 0.08], [587.33, 0.28, 1.2, 0.08], [880, 0.42, 1.6, 0.07]],
} satisfies Record<string, Tone[]>; // prettier-ignore

const POINTS_ANCHOR = /points$/; // anchors at which points arrive
const MIN_INTERVAL = 70; // milliseconds between two plays of one sound

let context: AudioContext | null = null;
const lastPlayed = new Map<string, number>();

function isOn(): boolean {
  return (getStored(KEY) ?? (matchMedia("(pointer: coarse)").matches ? "off" : "on")) === "on";
}

/** Schedules the tones of a sound in an audio context. */
export function schedule(audio: BaseAudioContext, tones: readonly Tone[]): void {
  for (const [pitch, at, length, volume] of tones) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    const start = audio.currentTime + at;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

const BACKGROUND_SOUNDS: readonly string[] = ["turn", "end"]; // played while the page is hidden, too

function play(name: keyof typeof SOUNDS): void {
  const now = performance.now();
  // Browsers allow sound only after user input; sounds before that are dropped, not delayed.
  if (!isOn() || !navigator.userActivation.hasBeenActive) return;
  if (document.hidden && !BACKGROUND_SOUNDS.includes(name)) return;
  if (now - (lastPlayed.get(name) ?? -MIN_INTERVAL) < MIN_INTERVAL) return;
  lastPlayed.set(name, now);
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  schedule(context, SOUNDS[name]);
}

export const sound = {
  turn: (): void => play("turn"),
  move: (): void => play("move"),
  points: (): void => play("points"),
  end: (): void => play("end"),
  /** Plays one sound, for the most important thing in an update. */
  forUpdate(update: Update): void {
    const flights = stepsOf(update).flatMap((step) => step.flights ?? []);
    if (update["over"] === true) play("end");
    else if (typeof update["title"] === "string" && update["title"].startsWith("●")) play("turn");
    else if (flights.some((flight) => POINTS_ANCHOR.test(flight.end))) play("points");
    else if (stepsOf(update).length) play("move");
  },
  /** Connects the switches to the setting; turning it on plays a sound. */
  switches(buttons: Iterable<HTMLElement>): void {
    const all = [...buttons];
    const show = (): void => all.forEach((button) => setSwitch(button, isOn()));
    for (const button of all)
      button.addEventListener("click", () => {
        setStored(KEY, isOn() ? "off" : "on");
        show();
        play("turn");
      });
    show();
  },
};
