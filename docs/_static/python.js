// Web worker: Python (Pyodide) for the exercise pages, from the same files as the lab's kernel.
//
// Asked to "start" it loads Python, NumPy and the course; asked to "run" it runs one cell and those
// before it that it needs (lincourse/kernel.py). What else a cell imports is loaded when it is met.

const HOME = new URL("../lite/static/pyodide/", import.meta.url).href;
const FIRST = ["lincourse"];
const say = (kind, more = {}) => postMessage({kind, ...more});
let sizes, lock, python;
const progress = {done: 0, total: 0, what: "Python"};

// Count the bytes of what Pyodide fetches, as they arrive.
const plainFetch = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  const name = new URL(response.url || String(resource), HOME).pathname.split("/").pop();
  if (!sizes?.[name] || !response.body) return response;
  const counted = new TransformStream({
    transform(chunk, controller) {
      progress.done += chunk.byteLength;
      tell();
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), {
    status: response.status,
    headers: response.headers,
  });
};

let told = 0;
function tell(always = false) {
  if (!always && performance.now() - told < 100) return;
  told = performance.now();
  say("progress", progress);
}

function files(packages, seen = new Set()) {
  // The files of packages and of what they depend on, less those that are there already.
  for (const name of packages) {
    const entry = lock.packages[name];
    if (seen.has(entry.file_name) || python?.loadedPackages[name]) continue;
    seen.add(entry.file_name);
    files(entry.depends, seen);
  }
  return seen;
}

function expect(what, names) {
  progress.what = what;
  progress.done = 0;
  progress.total = 0;
  for (const name of names) progress.total += sizes[name] ?? 0;
  tell(true);
}

async function load(packages, what) {
  expect(what, files(packages));
  await python.loadPackage(packages, {messageCallback: () => {}});
}

async function start() {
  [sizes, lock] = await Promise.all(
    ["sizes.json", "pyodide-lock.json"].map(async (name) => (await plainFetch(HOME + name)).json()),
  );
  const core = ["pyodide.asm.wasm", "python_stdlib.zip"];
  expect("Python, NumPy and the checks", [...core, ...files(FIRST)]);
  const {loadPyodide} = await import(HOME + "pyodide.mjs");
  python = await loadPyodide({indexURL: HOME, packages: FIRST});
  say("progress", {...progress, done: progress.total, what: "the checks"});
  python.runPython("from lincourse import kernel; from lincourse.checks import units");
}

// Markdown that a cell shows, with the parser that made the page.
const MARKDOWN = `
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

def math(text, options):
    opening, closing = (r"\\[", r"\\]") if options["display_mode"] else (r"\\(", r"\\)")
    return opening + text.replace("&", "&amp;").replace("<", "&lt;") + closing

MarkdownIt("commonmark", {"html": False}).enable("table").use(
    dollarmath_plugin, double_inline=True, renderer=math).render
`;

async function render(outputs) {
  for (const {data} of outputs) {
    if (!data?.["text/markdown"]) continue;
    if (!python.loadedPackages["mdit-py-plugins"]) await load(["mdit-py-plugins"], "what sets questions");
    data["text/html"] = (globalThis.markdown ??= python.runPython(MARKDOWN))(data["text/markdown"]);
  }
}

async function run({sources, target, withPrevious}) {
  const kernel = python.pyimport("lincourse.kernel");
  const imports = kernel.imported(sources, target, withPrevious);
  const found = python.runPython("import pyodide.code; pyodide.code.find_imports")(imports).toJs();
  const missing = new Set(found.map(packageOf).filter((name) => name));
  for (let tries = 0; tries < 6; tries++) {
    const wanted = [...missing].filter((name) => !python.loadedPackages[name]);
    if (wanted.length) await load(wanted, wanted.join(", "));
    say("running");
    const request = JSON.stringify({sources, target, with_previous: withPrevious});
    const result = JSON.parse(kernel.run_json(request));
    const name = result.missing && packageOf(result.missing);
    if (!name) {
      if (result.missing) result.outputs = [noModule(result.missing)];
      await render(result.outputs);
      return result;
    }
    missing.add(name);
  }
}

function packageOf(module) {
  // The package that brings a module, if it is one of the course's.
  for (const [name, entry] of Object.entries(lock.packages)) {
    if (entry.imports.includes(module)) return name;
  }
}

function noModule(name) {
  const words =
    `There is no module ${name} here: only the packages that the course uses run in the browser. ` +
    "Install the course to use others.";
  return {output_type: "error", ename: "ModuleNotFoundError", evalue: words, traceback: [words]};
}

let started;
onmessage = async ({data}) => {
  try {
    started ??= start();
    await started;
    if (data.kind === "run") say("result", {id: data.id, ...(await run(data))});
    else say("ready", {loaded: performance.getEntriesByType("resource").map((entry) => entry.name)});
  } catch (error) {
    say("failed", {id: data.id, words: String(error?.message ?? error)});
  }
};
