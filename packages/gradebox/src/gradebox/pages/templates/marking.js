// Marking: points and comments are gathered from the page and saved as a JSON file.
"use strict";
const tools = document.getElementById("tools");
const marker = document.getElementById("marker");
const done = document.getElementById("done");
const unmarked = document.getElementById("unmarked");
const articles = Array.from(document.querySelectorAll("article"));
const place = `gradebox marks ${tools.dataset.assignment} ${tools.dataset.made}`;
const touched = new Set();

const points = (article) => article.querySelector(".points");
const comment = (article) => article.querySelector(".comment");
const isMarked = (article) => points(article).value !== "" && points(article).validity.valid;
const key = (article) => `${article.closest("section").dataset.cell} ${article.dataset.answer}`;

// What a student reads below the points: the comment, and the lines of the rubric without a tick.
// Where no line has one, the points were given without the rubric. A line from an earlier save goes.
const MISSED = "No points for: ";
function told(article) {
  const boxes = Array.from(article.querySelectorAll(".rubric"));
  if (!boxes.some((box) => box.checked)) return comment(article).value;
  const missed = boxes.filter((box) => !box.checked).map((box) => box.dataset.words);
  const own = comment(article).value.split("\n").filter((line) => !line.startsWith(MISSED));
  return [...own, missed.length ? MISSED + missed.join("; ") : ""].join("\n").trim();
}

function gathered() {
  return articles.filter((article) => touched.has(article) && isMarked(article)).map((article) => {
    const question = article.closest("section").dataset;
    return {
      answer: article.dataset.answer,
      work: article.dataset.work,
      notebook: question.notebook,
      cell: question.cell,
      points: Number(points(article).value),
      comment: told(article),
    };
  });
}

function show() {
  const many = articles.filter(isMarked).length;
  done.textContent = `${many} of ${articles.length} marked, ${gathered().length} of these on this page`;
  for (const article of articles) {
    article.classList.toggle("marked", isMarked(article));
    const here = article.contains(document.activeElement);
    article.hidden = unmarked.checked && isMarked(article) && !here;
  }
}

function keep() {
  const state = { marker: marker.value, marks: {} };
  for (const article of touched) {
    const ticks = Array.from(article.querySelectorAll(".rubric"), (box) => box.checked);
    state.marks[key(article)] = [points(article).value, comment(article).value, ticks];
  }
  try { localStorage.setItem(place, JSON.stringify(state)); } catch { /* the file is what counts */ }
  show();
}

function change(article) {
  touched.add(article);
  keep();
}

function setPoints(article, value) {
  points(article).value = value;
  change(article);
}

for (const article of articles) {
  const boxes = Array.from(article.querySelectorAll(".rubric"));
  for (const box of boxes) {
    box.addEventListener("change", () => {
      const sum = boxes.reduce((total, each) => total + (each.checked ? Number(each.value) : 0), 0);
      setPoints(article, Math.min(sum, Number(points(article).max)));
    });
  }
  points(article).addEventListener("input", () => change(article));
  comment(article).addEventListener("input", () => change(article));
}

function offer(section) {
  const words = section.querySelector(".snippets").value.split("\n").filter((line) => line.trim());
  for (const article of section.querySelectorAll("article")) {
    article.querySelector(".buttons").replaceChildren(...words.map((text) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        const box = comment(article);
        box.value = box.value.trim() ? `${box.value.trimEnd()}\n${text}` : text;
        change(article);
      });
      return button;
    }));
  }
}
for (const section of document.querySelectorAll("section.question")) {
  offer(section);
  section.querySelector(".snippets").addEventListener("input", () => offer(section));
}

function go(step, wanted = () => true) {
  const here = articles.findIndex((article) => article.contains(document.activeElement));
  let next = here < 0 && step < 0 ? articles.length : here;
  do next += step; while (articles[next] && (articles[next].hidden || !wanted(articles[next])));
  if (articles[next]) {
    articles[next].focus();
    articles[next].scrollIntoView({ block: "nearest" });
  }
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("textarea, input[type=text], input[type=number]");
  const article = articles.find((each) => each.contains(document.activeElement));
  if (event.key === "Escape" && article) return article.focus();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") go(1);
  else if (event.key === "k") go(-1);
  else if (event.key === "u") go(1, (each) => !isMarked(each));
  else if (article && event.key === "f") setPoints(article, points(article).max);
  else if (article && event.key === "0") setPoints(article, 0);
  else if (article && event.key === "c") comment(article).focus();
  else if (article && /^[1-9]$/.test(event.key)) article.querySelectorAll(".rubric")[event.key - 1]?.click();
  else return;
  event.preventDefault();
});

document.getElementById("save").addEventListener("click", () => {
  const { assignment, format } = tools.dataset;
  const data = { format, assignment, marker: marker.value, saved: new Date().toISOString(), marks: gathered() };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
  const who = marker.value.replace(/[^\p{L}\p{N}]+/gu, "-");
  link.download = `${assignment}-marks${who ? `-${who}` : ""}.json`;
  link.click();
});

unmarked.addEventListener("change", show);
marker.addEventListener("input", keep);
try {
  const state = JSON.parse(localStorage.getItem(place) ?? "null");
  if (state) {
    marker.value = state.marker;
    for (const article of articles) {
      const kept = state.marks[key(article)];
      if (!kept) continue;
      [points(article).value, comment(article).value] = kept;
      article.querySelectorAll(".rubric").forEach((box, i) => { box.checked = Boolean(kept[2][i]); });
      touched.add(article);
    }
  }
} catch { /* nothing was kept */ }
show();
