// Drawn examples of the guide: the places that one points at keep their marker or get an outline.

export function lightExamples(root: ParentNode): void {
  for (const lit of root.querySelectorAll<HTMLElement>("[data-lit-places]"))
    for (const place of lit.parentElement!.querySelectorAll(lit.dataset.litPlaces!)) place.classList.add("lit-place");
}
