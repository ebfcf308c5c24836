for (const game of document.querySelectorAll(".game")) {
  const boards = JSON.parse(game.querySelector(".boards").textContent);
  const board = game.querySelector(".board");
  const last = boards.length - 1;
  let current = last;
  const show = (step) => {
    current = Math.max(0, Math.min(last, step));
    board.innerHTML = boards[current];
    for (const place of game.querySelectorAll("[data-step]")) {
      const isCurrent = Number(place.dataset.step) === current;
      place.classList.toggle("current", isCurrent);
      if (isCurrent && place.closest(".moves")) {
        place.setAttribute("aria-current", "true");
        place.scrollIntoView({ block: "nearest" });
      } else {
        place.removeAttribute("aria-current");
      }
    }
  };
  const steps = { first: () => 0, back: () => current - 1, next: () => current + 1, last: () => last };
  game.addEventListener("click", (event) => {
    const place = event.target.closest("[data-step], [data-go]");
    if (place) {
      show(place.dataset.go ? steps[place.dataset.go]() : Number(place.dataset.step));
    }
  });
  game.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (to) {
      event.preventDefault();
      show(steps[to]());
    }
  });
}
