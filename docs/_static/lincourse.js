// For readers who use the keyboard or a screen reader, for those who search, and for paper.

function reachable() {
  // A formula that is too wide scrolls in its own box: let the keyboard get there. An inline box has
  // no width of its own and never scrolls.
  const formulas = [...document.querySelectorAll('mjx-container[display="true"]')];
  const scrolls = formulas.map((formula) => formula.scrollWidth > formula.clientWidth);
  formulas.forEach((formula, i) => {
    if (scrolls[i]) formula.tabIndex = 0;
    else if (formula.hasAttribute("tabindex")) formula.removeAttribute("tabindex");
  });
}

window.addEventListener("load", async () => {
  // The small triangles of the sidebar have no text of their own.
  for (const summary of document.querySelectorAll(".bd-sidebar-primary summary")) {
    summary.setAttribute("aria-label", "Pages of this part");
  }
  if (window.MathJax?.startup) await MathJax.startup.promise; // where the build had no browser
  reachable();
  window.addEventListener("resize", reachable);
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
