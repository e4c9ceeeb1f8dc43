// "Try it here": on an exercise page, write an answer into its cell and run its check in place.
//
// tools/site_pages.py marks the cells of an exercise with the classes used below. Python runs in a
// worker (python.js) that is started by the first answer typed or the first button pressed. Answers
// are kept in this browser, and go into the notebook that is downloaded.

const KEY = `lincourse-answers:${location.pathname}`;
const VISIT = "lincourse-python"; // in sessionStorage: Python has been used during this visit
const MATHJAX = new URL("mathjax/tex-mml-chtml.js", import.meta.url).href;
const MB = 1e6;

// ---------------------------------------------------------------- the cells of the page

const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
const cells = [...document.querySelectorAll(".cell[class*=tag_cell-]")].map((place, index) => {
  const [, id] = /tag_cell-(\S+)/.exec(place.className);
  const code = place.querySelector(".cell_input pre");
  const stub = code.textContent.replace(/\n$/, "");
  const kind = /tag_(answer|test|name|given)/.exec(place.className)[1];
  return {index, id, kind, place, stub, input: place.querySelector(".cell_input")};
});
const texts = [...document.querySelectorAll(".answer-text")].map((place) => {
  const stub = place.textContent.trim();
  return {id: place.dataset.cell, kind: "text", place, stub, input: place};
});
const source = (cell) => kept[cell.id] ?? cell.stub;
const title = (cell) => cell.id.replace(/^test_/, "").replace(/^quiz_/, "");

function keep(cell, text) {
  if (text === cell.stub) delete kept[cell.id];
  else kept[cell.id] = text;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    bar.say("This browser does not let us keep your answers: download them before you leave.");
  }
  offer();
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// ---------------------------------------------------------------- editors

// A cell begins as a plain text field, and stays one where the code editor can't be had. The editor
// comes when its cell is first seen.
const seen = new IntersectionObserver((entries) => {
  for (const {isIntersecting, target} of entries) if (isIntersecting) improve(target);
});

async function improve(place) {
  seen.unobserve(place);
  const cell = cells.find(({field}) => place.contains(field));
  try {
    const {edit} = await import("./editor.js");
    cell.view = edit(cell.field, () => run(checkOf(cell)));
  } catch (error) {
    console.warn("No code editor here:", error);
  }
}

const checkOf = (cell) => cells.find(({index, kind}) => index === cell.index + 1 && kind === "test") ?? cell;

function editor(cell) {
  const field = element("textarea", {
    className: "try-editor",
    value: source(cell),
    spellcheck: cell.kind === "text",
    autocapitalize: "off",
  });
  const label = cell.kind === "name" ? "Your name, in quotes" : `Your answer: ${title(cell)}`;
  field.setAttribute("aria-label", label);
  field.setAttribute("autocomplete", "off");
  const restore = element("button", {type: "button", className: "try-quiet"}, "Back to the start");
  restore.setAttribute("aria-label", `Back to the start: ${title(cell)}`);
  const changed = () => {
    restore.hidden = field.value === cell.stub;
    field.rows = field.value.split("\n").length + 1;
  };
  field.addEventListener("input", () => {
    keep(cell, field.value);
    changed();
    if (cell.kind === "answer") python.start();
  });
  restore.addEventListener("click", () => {
    if (!confirm("Throw this answer away and begin again with what was given?")) return;
    if (cell.view) cell.view.dispatch({changes: {from: 0, to: field.value.length, insert: cell.stub}});
    else field.value = cell.stub;
    field.dispatchEvent(new Event("input"));
    (cell.view ?? field).focus();
  });
  cell.field = field;
  cell.input.hidden = true;
  cell.row = element("div", {className: "try-row"}, restore);
  const place = element("div", {className: "try"}, field, cell.row);
  cell.input.parentNode.insertBefore(place, cell.input.nextSibling);
  changed();
  if (cell.kind !== "text") {
    field.setAttribute("aria-describedby", "try-keys");
    seen.observe(place);
  }
}

// ---------------------------------------------------------------- the bar: what Python is doing

const bar = {
  words: element("span", {className: "try-words"}),
  meter: element("progress", {max: 1, hidden: true}),
  stop: element("button", {type: "button", hidden: true}, "Stop"),
  make() {
    this.words.setAttribute("role", "status");
    this.meter.setAttribute("aria-label", "Fetched");
    this.place = element("div", {className: "try-bar", hidden: true}, this.words, this.meter, this.stop);
    this.stop.addEventListener("click", () => python.stop());
    document.querySelector("main").append(this.place);
  },
  say(words, {share = null, stop = false, stay = true} = {}) {
    clearTimeout(this.timer);
    this.place.hidden = !words;
    if (this.words.textContent !== words) this.words.textContent = words;
    this.meter.hidden = share === null;
    if (share !== null) this.meter.value = share;
    this.stop.hidden = !stop;
    if (!stay) this.timer = setTimeout(() => this.say(""), 4000);
  },
};

// ---------------------------------------------------------------- Python

const python = {
  worker: null,
  ready: false,
  waiting: new Map(),
  count: 0,
  start() {
    if (this.worker) return;
    sessionStorage.setItem(VISIT, "used");
    this.worker = new Worker(new URL("python.js", import.meta.url), {type: "module"});
    this.worker.onmessage = ({data}) => this.hear(data);
    this.worker.onerror = (event) => {
      this.fail(event.message || "it could not be loaded");
    };
    this.worker.postMessage({kind: "start"});
  },
  run(sources, target, withPrevious) {
    this.start();
    const id = ++this.count;
    this.worker.postMessage({kind: "run", id, sources, target, withPrevious});
    return new Promise((resolve) => this.waiting.set(id, resolve));
  },
  hear(data) {
    if (data.kind === "progress") {
      const {done, total, what} = data;
      const size = (bytes) => (bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0);
      const now = done < total ? `Fetching ${what}: ${size(Math.min(done, total))} of ${size(total)} MB.` : "";
      bar.say(now ? `${now} This browser keeps it for next time.` : `Starting ${what} ...`, {
        share: total ? Math.min(1, done / total) : null,
        stop: this.waiting.size > 0,
      });
    } else if (data.kind === "ready") {
      this.ready = true;
      document.dispatchEvent(new CustomEvent("lincourse:loaded", {detail: [...data.loaded, MATHJAX]}));
      if (!this.waiting.size) bar.say("Python is ready.", {stay: false});
      const name = cells.find((cell) => cell.kind === "name" && cell.id in kept);
      if (name) run(name); // the page came with the document's numbers
    } else if (data.kind === "running") {
      bar.say("Running ...", {stop: true});
      clearTimeout(this.patience);
      this.patience = setTimeout(() => {
        const words = "Still running. If a loop never ends, stop it here; your answer stays.";
        if (this.waiting.size) bar.say(words, {stop: true});
      }, 8000);
    } else if (data.kind === "result") {
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
      if (!this.waiting.size) bar.say("");
    } else this.fail(data.words);
  },
  fail(words) {
    this.end();
    bar.say(`Python could not be started: ${words}. Are you online? Press the button to try again.`);
  },
  stop() {
    this.end();
    bar.say("Stopped. Your answer is still there; Python starts afresh with the next check.");
  },
  end() {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    clearTimeout(this.patience);
    for (const resolve of this.waiting.values()) resolve(null);
    this.waiting.clear();
  },
};

async function run(cell) {
  const button = cell.button;
  if (button?.getAttribute("aria-disabled") === "true") return;
  button?.setAttribute("aria-disabled", "true");
  cell.output?.setAttribute("aria-busy", "true");
  const result = await python.run(cells.map(source), cell.index, cell.kind === "test");
  button?.setAttribute("aria-disabled", "false");
  cell.output?.removeAttribute("aria-busy");
  if (result) await show(cell, result);
  if (result && cell.kind === "test") {
    const detail = {page: location.pathname, cell: cell.id, good: result.good};
    document.dispatchEvent(new CustomEvent("lincourse:check", {detail}));
  }
  if (result && cell.kind === "name") await askAgain();
}

async function askAgain() {
  // The questions with the numbers of the name that was written.
  for (const cell of cells) {
    if (cell.kind === "given" && /\bstudent\b/.test(cell.stub) && /^(question|show_slip)\(/.test(cell.stub)) {
      await run(cell);
    }
  }
}

// ---------------------------------------------------------------- what came of it

async function show(cell, {outputs, html}) {
  cell.place.querySelector(":scope > .cell_output:not(.try-output)")?.remove();
  cell.output.replaceChildren(...outputs.map(shown));
  if (!outputs.length && cell.kind === "name") {
    cell.output.append(element("p", {}, "The questions below have their numbers now."));
  }
  await typeset(cell.output);
}

let mathjax;
async function typeset(place) {
  // The page's own formulas are typeset already: MathJax is fetched with the first one of an output.
  if (!/\\\(|\\\[|\$\$|\\begin/.test(place.textContent)) return;
  mathjax ??= window.MathJax ? Promise.resolve() : new Promise((loaded, failed) => {
    window.MathJax = {options: {enableMenu: false}, startup: {typeset: false}};
    document.head.append(element("script", {src: MATHJAX, onload: loaded, onerror: failed}));
  });
  try {
    await mathjax;
  } catch {
    mathjax = window.MathJax = undefined; // not to be had now: the formula stays as it is
    return;
  }
  await MathJax.startup.promise;
  await MathJax.typesetPromise([place]);
}

function shown(output) {
  if (output.output_type === "stream") return element("pre", {}, output.text);
  if (output.output_type === "error") return element("pre", {className: "try-error"}, output.traceback.join("\n"));
  const {data, metadata} = output;
  if (data["image/png"]) {
    const about = metadata["image/png"] ?? {};
    const picture = element("img", {
      src: `data:image/png;base64,${data["image/png"]}`,
      alt: about.alt ?? data["text/plain"] ?? "",
    });
    if (about.width) picture.width = about.width;
    return picture;
  }
  if (data["text/html"]) return clean(data["text/html"]);
  return element("pre", {}, data["text/plain"]);
}

const TAGS = /^(b|br|code|details|div|em|h[1-6]|i|li|ol|p|pre|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)$/;
const CLASSES = /^math( \w+)*$/;
const STYLE = /^[\w\s:;#.,%-]*$/; // no parentheses: url() and the like would load something

function clean(html) {
  // HTML that Python sent, less all that could run or load something.
  const made = element("div", {className: "text_html"});
  const copy = (from, to) => {
    for (const node of from.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) to.append(node.textContent);
      else if (node.nodeType === Node.ELEMENT_NODE && TAGS.test(node.localName)) {
        const child = document.createElement(node.localName);
        const {style, class: name} = Object.fromEntries([...node.attributes].map((a) => [a.name, a.value]));
        if (style && STYLE.test(style)) child.setAttribute("style", style);
        if (name && CLASSES.test(name)) child.className = name;
        copy(node, child);
        to.append(child);
      }
    }
  };
  copy(new DOMParser().parseFromString(html, "text/html").body, made);
  return made;
}

// ---------------------------------------------------------------- the notebook with the answers

let download;
function offer() {
  if (!download) return;
  const some = Object.keys(kept).length > 0;
  download.textContent = some ? "Download with my answers" : "Download";
}

async function handOut(event) {
  if (!Object.keys(kept).length) return; // the notebook as it was given: an ordinary link
  event.preventDefault();
  const notebook = await (await fetch(download.href)).json();
  for (const cell of notebook.cells) {
    if (cell.id in kept) cell.source = kept[cell.id];
  }
  const text = `${JSON.stringify(notebook, null, 1)}\n`;
  const address = URL.createObjectURL(new Blob([text], {type: "application/x-ipynb+json"}));
  element("a", {href: address, download: download.pathname.split("/").pop()}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// ---------------------------------------------------------------- put it on the page

function buttonFor(cell) {
  const words = {test: `Check ${title(cell)}`, name: "Use this name"}[cell.kind] ?? "Run this cell";
  cell.button = element("button", {type: "button", className: "try-run"}, words);
  cell.button.addEventListener("click", () => run(cell));
  cell.output = element("div", {className: "cell_output try-output"});
  cell.output.setAttribute("aria-live", "polite");
  cell.row ??= cell.place.appendChild(element("div", {className: "try-row"}));
  cell.row.prepend(cell.button);
  cell.place.append(cell.output);
}

function begin() {
  bar.make();
  document.body.append(
    element("p", {id: "try-keys", hidden: true}, "Tab indents. Press Escape, then Tab, to move on. Shift Enter checks."),
  );
  for (const cell of [...cells, ...texts]) {
    if (cell.kind !== "test" && cell.kind !== "given") editor(cell);
  }
  for (const cell of cells) {
    const next = cells[cell.index + 1];
    const comment = cell.stub.split("\n").every((line) => /^\s*(#|$)/.test(line));
    const tested = cell.kind === "answer" && next?.kind === "test";
    const only = /^(import |from |question\(|show_slip\()/.test(cell.stub) && cell.kind === "given";
    if (tested || comment) continue;
    buttonFor(cell);
    if (only) cell.row.hidden = true;
  }
  download = document.querySelector(".run-bar .get");
  download?.addEventListener("click", handOut);
  offer();
  if (sessionStorage.getItem(VISIT)) (window.requestIdleCallback ?? setTimeout)(() => python.start());
}

begin();
