// The table of students can be sorted by a column and filtered; without this it is all there.
"use strict";
const table = document.getElementById("students");
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const compare = new Intl.Collator("en", { numeric: true }).compare;
const value = (row, column) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();

Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
  const button = document.createElement("button");
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const down = head.ariaSort === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort((a, b) => (down ? -1 : 1) * compare(value(a, column), value(b, column)));
    body.append(...rows);
  });
});

const tools = document.createElement("div");
const label = document.createElement("label");
const search = document.createElement("input");
const found = document.createElement("span");
tools.className = "tools";
search.type = "search";
found.setAttribute("role", "status");
label.append("Show only rows with ", search);
tools.append(label, found);
table.parentElement.before(tools);
for (const row of rows) row.dataset.words = row.textContent.toLowerCase();
search.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  let shown = 0;
  for (const row of rows) {
    row.hidden = !row.dataset.words.includes(wanted);
    shown += !row.hidden;
  }
  found.textContent = wanted ? `${shown} of ${rows.length}` : "";
});
