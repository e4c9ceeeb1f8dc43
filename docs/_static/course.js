// The reader's way through the course: what has been read and which checks have passed, kept in this
// browser alone; and what a word of the glossary means, where the pointer or the keyboard rests on it.

const KEY = "lincourse-progress";
const top = new URL(document.documentElement.dataset.content_root || "./", location.href);

// ---------------------------------------------------------------- progress

function progress() {
  try {
    const {read = {}, passed = {}} = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return {read, passed};
  } catch {
    return {read: {}, passed: {}};
  }
}

function keep(change) {
  const now = progress();
  change(now);
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // a browser that keeps nothing: the page works all the same
  }
}

function pageName() {
  return location.pathname.slice(top.pathname.length).replace(/\.html$/, "");
}

const today = () => new Date().toISOString().slice(0, 10);

document.addEventListener("lincourse:check", ({detail: {cell, good}}) => {
  if (!good || !cell) return;
  keep(({passed}) => {
    (passed[pageName()] ??= {})[cell] = today();
  });
});

for (const done of document.querySelectorAll(".page-done")) {
  const box = done.querySelector("input");
  const {page} = done.dataset;
  done.hidden = false;
  box.checked = page in progress().read;
  const write = () => keep(({read}) => {
    if (box.checked) read[page] = today();
    else delete read[page];
  });
  box.addEventListener("change", write);
}

function tick() {
  // The home page and the list of pages show what is done.
  const {read, passed} = progress();
  for (const link of document.querySelectorAll("#pages a, ol.units .unit-links a")) {
    const page = new URL(link.href).pathname.slice(top.pathname.length).replace(/\.html$/, "");
    if (link.href.includes("/lite/")) continue;
    link.classList.toggle("done", page in read);
  }
  const box = document.querySelector(".progress-box");
  if (!box) return;
  const lectures = Object.keys(read).filter((page) => page.startsWith("lectures/")).length;
  const exercises = Object.keys(read).filter((page) => page.startsWith("exercises/")).length;
  const checks = Object.values(passed).reduce((sum, cells) => sum + Object.keys(cells).length, 0);
  const units = document.querySelectorAll("ol.units > li").length;
  box.hidden = false;
  box.querySelector("p").textContent = lectures + exercises + checks
    ? `So far: ${lectures} of ${units} lectures read, ${exercises} of ${units} exercises worked through, ` +
      `${checks} ${checks === 1 ? "check" : "checks"} passed on these pages.`
    : "Tick a page at its end once you have read it, and this list remembers, in this browser alone.";
  for (const item of document.querySelectorAll("ol.units > li")) {
    const unit = item.dataset.unit;
    const count = Object.keys(passed[`exercises/${unit}/${unit}`] ?? {}).length;
    let note = item.querySelector(".unit-checks");
    note ??= item.querySelector(".unit-links").appendChild(
      Object.assign(document.createElement("span"), {className: "unit-checks"}));
    note.textContent = count ? `${count} ${count === 1 ? "check" : "checks"} passed` : "";
  }
}

const box = document.querySelector(".progress-box");
if (box) {
  box.innerHTML = `<p role="status"></p><div>
    <button type="button" class="save">Save my progress as a file</button>
    <button type="button" class="load">Bring it back from a file</button>
    <button type="button" class="forget">Forget it</button>
    <input type="file" accept="application/json" hidden aria-label="A file with your progress"></div>`;
  const file = box.querySelector("input");
  const status = box.querySelector("p");
  box.querySelector(".save").addEventListener("click", () => {
    const text = JSON.stringify({lincourse: 1, ...progress()}, null, 1);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], {type: "application/json"}));
    link.download = "lincourse-progress.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  box.querySelector(".load").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    try {
      const found = JSON.parse(await file.files[0].text());
      if (found.lincourse !== 1 || !found.read || !found.passed) throw new Error("another file");
      keep((now) => {
        Object.assign(now.read, found.read);
        for (const [page, cells] of Object.entries(found.passed)) {
          now.passed[page] = {...now.passed[page], ...cells};
        }
      });
      tick();
    } catch {
      status.textContent = "This file holds no progress of this course; nothing was changed.";
    }
    file.value = "";
  });
  box.querySelector(".forget").addEventListener("click", () => {
    if (!confirm("Forget which pages you have read and which checks have passed?")) return;
    localStorage.removeItem(KEY);
    tick();
  });
}
tick();
window.addEventListener("pageshow", tick);
window.addEventListener("storage", tick);
document.addEventListener("change", tick);

// ---------------------------------------------------------------- glossary

const words = document.querySelectorAll('.page a[href*="glossary.html#term-"]');
if (words.length) {
  const note = Object.assign(document.createElement("div"), {
    id: "word-note", className: "word-note", role: "tooltip", hidden: true,
  });
  document.body.append(note);
  let glossary;
  let current = null;

  async function open(link) {
    current = link;
    glossary ??= fetch(new URL("_static/glossary.json", top)).then((answer) => answer.json());
    const text = (await glossary.catch(() => ({})))[decodeURIComponent(link.hash.slice(1))];
    if (!text || current !== link) return;
    note.innerHTML = text;
    note.hidden = false;
    window.MathJax?.typesetPromise?.([note]); // its formulas are TeX where the build had no browser
    link.setAttribute("aria-describedby", note.id);
    put();
  }

  function put() {
    // By its word, also while the page scrolls: that is what the focus does to a word out of sight.
    if (!current || note.hidden) return;
    const box = current.getBoundingClientRect();
    const width = Math.min(384, innerWidth - 32);
    note.style.width = `${width}px`;
    note.style.left = `${Math.max(16, Math.min(box.left, innerWidth - width - 16))}px`;
    const below = box.bottom + 8;
    const fits = below + note.offsetHeight < innerHeight;
    note.style.top = `${fits ? below : Math.max(8, box.top - note.offsetHeight - 8)}px`;
  }

  function close() {
    current?.removeAttribute("aria-describedby");
    current = null;
    note.hidden = true;
  }

  for (const link of words) {
    link.addEventListener("mouseenter", () => open(link));
    link.addEventListener("focus", () => open(link));
    link.addEventListener("mouseleave", () => setTimeout(() => note.matches(":hover") || close(), 150));
    link.addEventListener("blur", close);
  }
  note.addEventListener("mouseleave", close);
  document.addEventListener("keydown", ({key}) => key === "Escape" && close());
  window.addEventListener("scroll", put, {passive: true});
}
