// The page without a network: it looks again when the network is back, or when somebody asks it to.

const note = document.querySelector<HTMLElement>("[data-back]");

function again(): void {
  location.reload();
}

document.querySelector("[data-again]")?.addEventListener("click", again);
addEventListener("online", () => {
  if (note) note.textContent = note.dataset["back"] ?? "";
  setTimeout(again, 400);
});
