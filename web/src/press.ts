// Waiting while a pointer is pressed. A browser drops a click if the element under the pointer is replaced between
// press and release: changes of the page wait until the click has been handled.

const LONGEST_PRESS = 10_000; // milliseconds after which changes are shown all the same

let pressed: Promise<void> | null = null;
let release = (): void => {};

addEventListener(
  "pointerdown",
  () => {
    release();
    pressed = new Promise((done) => {
      const timer = setTimeout(() => release(), LONGEST_PRESS);
      release = () => {
        clearTimeout(timer);
        pressed = null;
        done();
      };
    });
  },
  { capture: true, passive: true },
);
// The click follows the release at once: what waits comes after it.
for (const name of ["pointerup", "pointercancel", "dragend", "blur"])
  addEventListener(name, () => setTimeout(release), { capture: true, passive: true });

/** Resolves at once if no pointer is pressed, otherwise after its release. */
export function whenReleased(): Promise<void> {
  return pressed ?? Promise.resolve();
}
