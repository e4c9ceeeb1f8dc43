// The perceptron of the home page: shows steps that were computed when the site was built.

const place = document.querySelector(".stepper");
const steps = JSON.parse(place.querySelector("script").textContent);
const birds = [...place.querySelectorAll(".birds > *")];
const [turn, ring] = [place.querySelector(".turn"), place.querySelector(".ring")];
const [said, buttons] = [place.querySelector(".stepper-said"), place.querySelector(".stepper-buttons")];
const [form, guess] = [place.querySelector(".stepper-guess"), place.querySelector("#guess")];
const start = said.textContent;
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const mistakes = (to) => steps.slice(0, to).filter(([, , mistake]) => mistake).length;
let seen = 0;
let playing = 0;

function show() {
  const step = steps[seen - 1];
  place.dataset.seen = seen;
  turn.toggleAttribute("hidden", !step);
  ring.toggleAttribute("hidden", !step);
  said.textContent = step ? `${step[3]} Mistakes so far: ${mistakes(seen)}.` : start;
  if (seen === steps.length) said.textContent += answer();
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

function answer() {
  if (!guess.value) return "";
  const off = guess.valueAsNumber - mistakes();
  if (!off) return ` You guessed ${guess.value}, and that is exactly right.`;
  const how = Math.abs(off) === 1 ? "one" : Math.abs(off);
  return ` You guessed ${guess.value}: ${how} too ${off > 0 ? "many" : "few"}.`;
}

function go(to) {
  clearTimeout(playing);
  seen = Math.min(Math.max(to, 0), steps.length);
  show();
}

function nextMistake() {
  const next = steps.findIndex(([, , mistake], i) => i >= seen && mistake);
  go(next < 0 ? steps.length : next + 1);
}

function play() {
  nextMistake();
  if (seen < steps.length) playing = setTimeout(play, 900);
}

place.querySelector(".step").addEventListener("click", () => go(seen + 1));
place.querySelector(".again").addEventListener("click", () => go(0));
place.querySelector(".mistake").addEventListener("click", nextMistake);
// A guess is answered: the needle learns from its mistakes, one after the other, and is done.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(0);
  if (still) go(steps.length);
  else play();
});
