// The form with a table's terms, in the lobby and in the waiting room: fields depend on other fields.

/** Shows only the fields whose condition (data-when="field=value") holds; those of a single player (data-alone) where
    one plays alone. */
export function showMatchingFields(form: HTMLFormElement, players = playersOf(form)): void {
  const data = new FormData(form);
  for (const part of form.querySelectorAll<HTMLElement>("[data-when]")) {
    const [name, value] = (part.dataset["when"] ?? "").split("=");
    part.hidden = name !== undefined && data.get(name) !== value;
  }
  for (const field of form.querySelectorAll<HTMLElement>("[data-alone]")) field.hidden = players !== 1;
}

/** Returns how many players a form of one game says. */
function playersOf(form: HTMLFormElement): number {
  return Number(form.querySelector<HTMLInputElement>('[name^="seats"]:checked')?.value);
}
