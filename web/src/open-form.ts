// The form of a table, in the lobby and in its waiting room: what is shown follows from what is chosen.

export function fitForm(form: HTMLFormElement): void {
  const data = new FormData(form);
  for (const part of form.querySelectorAll<HTMLElement>("[data-when]")) {
    const [name, value] = (part.dataset["when"] ?? "").split("=");
    part.hidden = name !== undefined && data.get(name) !== value;
  }
}
