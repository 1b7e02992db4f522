// Puts new HTML into the page without throwing away what is there: focus, selection and running transitions survive.
import { Idiomorph } from "idiomorph/dist/idiomorph.esm.js";

export function morph(element: Element, html: string): void {
  // What somebody is typing stays. Said of a place on the board, it would keep that place as it was.
  const typing = document.activeElement instanceof HTMLInputElement;
  Idiomorph.morph(element, html, {
    morphStyle: "innerHTML",
    ignoreActiveValue: typing,
    callbacks: {
      afterNodeAdded: (node: Node) => {
        if (node instanceof Element) node.classList.add("fresh");
      },
      // Fields and switches that a person has touched stay as they are.
      beforeAttributeUpdated: (name: string, node: Element) =>
        !(name === "open" && (node instanceof HTMLDetailsElement || node instanceof HTMLDialogElement)),
    },
  });
}
