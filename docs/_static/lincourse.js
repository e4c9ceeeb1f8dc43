// Two things for readers who use the keyboard or a screen reader.

function reachable() {
  // A formula that is too wide scrolls in its own box: let the keyboard get there.
  for (const formula of document.querySelectorAll("mjx-container")) {
    if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
    else formula.removeAttribute("tabindex");
  }
}

window.addEventListener("load", async () => {
  // The small triangles of the sidebar have no text of their own.
  for (const summary of document.querySelectorAll(".bd-sidebar-primary summary")) {
    summary.setAttribute("aria-label", "Pages of this part");
  }
  if (window.MathJax?.startup) await MathJax.startup.promise;
  reachable();
  window.addEventListener("resize", reachable);
});
