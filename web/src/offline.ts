// The offline page: reloads when the network is back, or at the press of a button.

const note = document.querySelector<HTMLElement>("[data-back]");

function reload(): void {
  location.reload();
}

document.querySelector("[data-again]")?.addEventListener("click", reload);
addEventListener("online", () => {
  if (note) note.textContent = note.dataset["back"] ?? "";
  setTimeout(reload, 400);
});
