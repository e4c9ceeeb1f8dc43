// The perceptron of the home page: shows steps that were computed when the site was built.

const place = document.querySelector(".stepper");
if (place) {
  const steps = JSON.parse(place.querySelector("script").textContent);
  const birds = [...place.querySelectorAll(".birds > *")];
  const [turn, ring] = [place.querySelector(".turn"), place.querySelector(".ring")];
  const [said, buttons] = [place.querySelector(".stepper-said"), place.querySelector(".stepper-buttons")];
  const start = said.textContent;
  let seen = 0;
  let touched = false;

  function show() {
    const step = steps[seen - 1];
    place.dataset.seen = seen;
    turn.toggleAttribute("hidden", !step);
    ring.toggleAttribute("hidden", !step);
    const count = steps.slice(0, seen).filter(([, , mistake]) => mistake).length;
    said.textContent = step ? `${step[3]} Mistakes so far: ${count}.` : start;
    for (const button of buttons.querySelectorAll(".step, .mistake")) {
      button.setAttribute("aria-disabled", seen === steps.length);
    }
    if (!step) return;
    const [bird, angle, mistake] = step;
    turn.style.transform = `rotate(${-angle}deg)`;
    ring.classList.toggle("wrong", Boolean(mistake));
    const box = birds[bird].getBBox();
    ring.style.transform = `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px)`;
  }

  function go(to) {
    touched = true;
    seen = Math.min(Math.max(to, 0), steps.length);
    show();
  }

  buttons.hidden = false;
  place.querySelector(".step").addEventListener("click", () => go(seen + 1));
  place.querySelector(".again").addEventListener("click", () => go(0));
  place.querySelector(".mistake").addEventListener("click", () => {
    const next = steps.findIndex(([, , mistake], i) => i >= seen && mistake);
    go(next < 0 ? steps.length : next + 1);
  });
  // The first two birds, shown by themselves: then it is the reader's turn.
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const [step, wait] of still ? [] : [[1, 500], [2, 1600]]) {
    setTimeout(() => {
      if (touched) return;
      seen = step;
      show();
    }, wait);
  }
}
