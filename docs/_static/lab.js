// The lab's own frame around JupyterLite: title and icon of the notebook, a way back to its page
// and what is being loaded.
//
// tools/site_lite.py puts it into each app's page, with the titles and the files of Python.

const {titles, files, total} = JSON.parse(document.getElementById("lincourse-lab").textContent);
const site = new URL("../", document.currentScript.src);
const path = new URLSearchParams(location.search).get("path") ?? "";
const known = titles[path];
const title = known ? known.title : path.split("/").pop() || "the lab";
const back = known ? new URL(known.page, site) : new URL("index.html", site);

// On a first visit JupyterLite takes the site's service worker for its own, and unregisters every
// one of the origin. Show it only its own, so that the pages stay readable offline.
if ("serviceWorker" in navigator) {
  const workers = navigator.serviceWorker;
  const one = workers.getRegistration.bind(workers);
  const every = workers.getRegistrations.bind(workers);
  const isLite = (found) => found?.scope.startsWith(new URL("lite/", site).href);
  workers.getRegistration = async (url) => [await one(url)].find(isLite);
  workers.getRegistrations = async () => (await every()).filter(isLite);
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

// ---------------------------------------------------------------- title and icon

function name() {
  const wanted = `${title} | lincourse`;
  if (document.title !== wanted) document.title = wanted;
}

function icon() {
  // The unit's number, blue for lectures and orange for exercises; else the course's own.
  if (!known) return new URL("_static/icon.svg", site).href;
  const colour = path.startsWith("lectures") ? "#0063a0" : "#b04a00";
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" ` +
    `fill="${colour}"/><text x="16" y="22.5" font-family="sans-serif" font-size="18" font-weight="700" ` +
    `text-anchor="middle" fill="#fff">${known.number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const ours = icon();
function dress() {
  name();
  const links = [...document.querySelectorAll("link[rel~=icon]")];
  for (const link of links.length ? links : [document.head.appendChild(document.createElement("link"))]) {
    if (link.getAttribute("href") === ours) continue; // Jupyter changes it when Python is busy
    link.rel = "icon";
    link.type = "image/svg+xml";
    link.href = ours;
  }
}

// ---------------------------------------------------------------- the bar and the first screen

let bar, screen_;

function frame() {
  bar = document.getElementById("lincourse-bar");
  screen_ = document.getElementById("lincourse-screen");
  const link = bar.querySelector("a");
  link.href = back.href;
  const kind = path.startsWith("lectures") ? "Lecture" : "Exercise";
  link.textContent = known ? `\u2190 ${kind} page` : "\u2190 lincourse";
  screen_.querySelector("h1").textContent = title;
}

function tell(words, share = null) {
  bar.querySelector("span").textContent = words;
  const meter = bar.querySelector("progress");
  meter.hidden = share === null;
  if (share !== null) meter.value = share;
}

function loading(done) {
  screen_.querySelector("p").textContent =
    `The first time, Jupyter (about 10 MB) and Python with NumPy and matplotlib (${megabytes(total)} MB) ` +
    `are fetched: ${megabytes(done)} MB of Python so far. This browser keeps them for next time.`;
  screen_.querySelector("progress").value = done / total;
}

// ---------------------------------------------------------------- Python's files, fetched at once

async function fetchPython(progress) {
  // The kernel asks for the same files a little later and finds them in the browser's cache.
  let done = 0;
  await Promise.all(
    files.map(async (file) => {
      const response = await fetch(new URL(`lite/static/pyodide/${file}`, site), {priority: "low"});
      const reader = response.body.getReader();
      for (let part; !(part = await reader.read()).done; ) progress((done += part.value.length));
    }),
  );
}

// ---------------------------------------------------------------- how far it is

const kernel = () => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel;
const opened = () => document.querySelector(".jp-Cell, .jp-DirListing-item, .jp-FileEditor");

async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function begin() {
  dress();
  new MutationObserver(dress).observe(document.head, {childList: true, subtree: true, attributeFilter: ["href"]});
  frame();
  loading(0);
  const notebook = path.endsWith(".ipynb");
  let fetched = !notebook;
  const fetching = notebook
    ? fetchPython((done) => {
        loading(done);
        if (!fetched) tell(`Python: ${megabytes(done)} of ${megabytes(total)} MB`, done / total);
      }).catch(() => {})
    : Promise.resolve();
  fetching.then(() => {
    fetched = true;
    if (notebook) tell("Starting Python ...");
  });
  until(opened).then(() => screen_.remove());
  if (notebook) {
    await until(() => kernel()?.status === "idle");
    await fetching;
    tell("Python is ready");
    setTimeout(() => tell(""), 5000);
  } else await until(opened);
  document.dispatchEvent(new CustomEvent("lincourse:loaded"));
}

document.addEventListener("DOMContentLoaded", begin);
