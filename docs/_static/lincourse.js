// For readers who use the keyboard or a screen reader, for those who search, and for paper.

// What is too wide for the page scrolls in its own box: let the keyboard get there. Boxes far from the
// reader have no size yet, and are measured when they get one.
const SCROLLS = 'mjx-container[display="true"], pre, .cell_output > .output, .pst-scrollable-table-container';
const reachable = new ResizeObserver((boxes) => {
  for (const {target} of boxes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

window.addEventListener("load", async () => {
  // The small triangles of the sidebar have no text of their own.
  for (const summary of document.querySelectorAll(".bd-sidebar-primary summary")) {
    summary.setAttribute("aria-label", "Pages of this part");
  }
  if (window.MathJax?.startup) await MathJax.startup.promise; // where the build had no browser
  for (const box of document.querySelectorAll(SCROLLS)) reachable.observe(box);
});

// Search shows the lines around a word: formulas would stand there as letters without order, or as TeX.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return;
  const plain = Search.htmlToText;
  const typeset = /<mjx-container.*?<\/mjx-container>/gs;
  const tex = /\\\(.*?\\\)|\\\[.*?\\\]/gs;
  Search.htmlToText = (text, anchor) => plain(text.replace(typeset, "…"), anchor).replace(tex, "…");
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
