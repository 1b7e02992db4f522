// The form with a table's terms, in the lobby and in the waiting room: fields depend on other fields.

/** Shows only the fields whose condition (data-when="field=value") holds. */
export function showMatchingFields(form: HTMLFormElement): void {
  const data = new FormData(form);
  for (const part of form.querySelectorAll<HTMLElement>("[data-when]")) {
    const [name, value] = (part.dataset["when"] ?? "").split("=");
    part.hidden = name !== undefined && data.get(name) !== value;
  }
}
