// What every page needs: its frame (docs/theme/), boxes that scroll, code to copy, and paper.

// Light, dark, or as the system is.
const MODES = {auto: "as on this device", light: "light", dark: "dark"};
const mode = document.querySelector(".mode");
const {dataset} = document.documentElement;
const nameMode = () => {
  mode.title = `Colours: ${MODES[dataset.mode]}`;
  mode.setAttribute("aria-label", mode.title);
};
mode.addEventListener("click", () => {
  const modes = Object.keys(MODES);
  dataset.mode = modes[(modes.indexOf(dataset.mode) + 1) % modes.length];
  localStorage.setItem("mode", dataset.mode);
  window.colours();
  nameMode();
});
nameMode();

// The contents mark the section that is being read; on a phone they close when one is chosen.
const contents = document.querySelector("#contents");
if (contents) {
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const read = new Set();
  const reading = new IntersectionObserver((changes) => {
    for (const {target, isIntersecting} of changes) {
      if (isIntersecting) read.add(target);
      else read.delete(target);
    }
    const inner = [...document.querySelectorAll(".page section")].findLast((section) => read.has(section));
    for (const link of links.values()) link.removeAttribute("aria-current");
    const link = links.get(inner?.id);
    link?.setAttribute("aria-current", "true");
    link?.scrollIntoView({block: "nearest"});
  }, {rootMargin: "-25% 0px -75% 0px"});
  for (const section of document.querySelectorAll(".page section")) {
    if (links.has(section.id)) reading.observe(section);
  }
  contents.addEventListener("click", ({target}) => {
    if (target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
  });
}

for (const box of document.querySelectorAll(".highlight")) {
  const code = box.querySelector("pre");
  const button = Object.assign(document.createElement("button"), {
    type: "button", className: "copy", textContent: "Copy",
  });
  button.addEventListener("click", async () => {
    // Without the prompts and the answers of an interactive session.
    const lines = code.textContent.trimEnd().split("\n");
    const typed = lines.filter((line) => /^(>>>|\.\.\.)/.test(line)).map((line) => line.slice(4));
    await navigator.clipboard.writeText((typed.length ? typed : lines).join("\n"));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  box.append(button);
}

// What is too wide for the page scrolls in its own box: let the keyboard get there. Boxes far from the
// reader have no size yet, and are measured when they get one.
const SCROLLS = 'mjx-container[display="true"], pre, .cell_output > .output, .scrolls';
const reachable = new ResizeObserver((boxes) => {
  for (const {target} of boxes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

// So does a formula in a line that is longer than its paragraph is wide.
const long = new ResizeObserver((boxes) => {
  for (const {target, contentRect} of boxes) {
    const formula = target.parentElement;
    const isLong = contentRect.width > formula.closest("p, li, dd, td, div").clientWidth;
    formula.classList.toggle("long", isLong);
    if (isLong) formula.tabIndex = 0;
    else formula.removeAttribute("tabindex");
  }
});

window.addEventListener("load", async () => {
  if (window.MathJax?.startup) await MathJax.startup.promise; // where the build had no browser
  for (const box of document.querySelectorAll(SCROLLS)) reachable.observe(box);
  for (const math of document.querySelectorAll("mjx-container:not([display]) > mjx-math")) long.observe(math);
});

// On paper there is nothing to press: what is folded is printed open, and dark figures as light ones.
let folded = [];
let theme;
window.addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const fold of folded) fold.open = true;
  theme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
window.addEventListener("afterprint", () => {
  for (const fold of folded) fold.open = false;
  document.documentElement.dataset.theme = theme;
});
