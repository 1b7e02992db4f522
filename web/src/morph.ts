// Replaces HTML by morphing: focus, selection and running transitions survive.
import { Idiomorph } from "idiomorph/dist/idiomorph.esm.js";
import { addStylesOf } from "./element_styles";

export function morph(element: Element, html: string): void {
  addStylesOf(html);
  // Keeps the text of a focused field. For a focused place on the board the option would prevent its update.
  const typing = document.activeElement instanceof HTMLInputElement;
  Idiomorph.morph(element, html, {
    morphStyle: "innerHTML",
    ignoreActiveValue: typing,
    callbacks: {
      afterNodeAdded: (node: Node) => {
        if (node instanceof Element) node.classList.add("fresh");
      },
      // Details and dialogs that the user has opened or closed stay so.
      beforeAttributeUpdated: (name: string, node: Element) =>
        !(name === "open" && (node instanceof HTMLDetailsElement || node instanceof HTMLDialogElement)),
    },
  });
}
