// Service worker: whatever was opened once can be opened again without a network.
//
// tools/site_offline.py writes it to the top of the site and, in front of JupyterLite's own, to
// lite/, with the address of the site's top and the sha256 of every file. A copy is kept only if it
// has that sha256, and used only while it is the current one, so nobody is left with an old copy:
// a new version of the site comes with a new list, and what differs is deleted. Pages themselves
// are asked for over the network first.

const TOP = new URL("{{ top }}", self.location.href).href;
const FILES = {{ files }};
const CACHE = `lincourse ${TOP}`;
const SECONDS = 4; // how long a page is waited for before its copy is shown

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([tidy(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  // A page says what it had loaded before there was a service worker.
  const known = (event.data?.visited ?? []).map((url) => ({url, place: place(url)}));
  event.waitUntil(
    (async () => {
      for (const {url, place} of known) if (place) await fromCopy(url, place).catch(() => {});
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const {request} = event;
  const found = request.method === "GET" && !request.headers.has("range") && place(request.url);
  if (!found) return;
  const page = request.mode === "navigate";
  event.respondWith(page ? fromNetwork(event, found) : fromCopy(request, found, event));
  event.stopImmediatePropagation(); // JupyterLite's answers only what is left
});

function place(url) {
  // The file that an address stands for, if it is one of the site's.
  const {href, pathname} = new URL(url, TOP);
  if (!href.startsWith(TOP)) return null;
  const path = decodeURIComponent(pathname.slice(new URL(TOP).pathname.length));
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return Object.hasOwn(FILES, file) ? file : null;
}

const key = (file) => `${TOP}${file}?${FILES[file]}`;

async function fromCopy(request, file, event = null) {
  const cache = await caches.open(CACHE);
  const copy = await cache.match(key(file));
  if (copy) return copy;
  // Asks the server whether the browser's own cache is still right.
  const response = await fetch(typeof request === "string" ? request : request.url, {cache: "no-cache"});
  const kept = keep(cache, file, response.clone());
  if (event) event.waitUntil(kept);
  else await kept;
  return response;
}

async function fromNetwork(event, file) {
  const cache = await caches.open(CACHE);
  const copy = await cache.match(key(file));
  const asked = fetch(event.request, {cache: "no-cache"});
  const late = new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  event.waitUntil(asked.then((response) => keep(cache, file, response.clone())).catch(() => {}));
  try {
    const response = await (copy ? Promise.race([asked, late]) : asked);
    return response ? response.clone() : copy;
  } catch {
    return copy ?? new Response(NOT_HERE, {status: 503, headers: {"content-type": "text/html"}});
  }
}

async function keep(cache, file, response) {
  if (response.status !== 200) return;
  const content = await response.arrayBuffer();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const sha256 = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!sha256.startsWith(FILES[file])) return; // it belongs to another version of the site
  const headers = {"content-type": response.headers.get("content-type") ?? ""};
  await cache.put(key(file), new Response(content, {headers}));
}

async function tidy() {
  // Delete the copies of files that have changed since.
  const cache = await caches.open(CACHE);
  const current = new Set(Object.keys(FILES).map((file) => encodeURI(key(file))));
  for (const request of await cache.keys()) {
    if (!current.has(request.url)) await cache.delete(request);
  }
}

const NOT_HERE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Not here yet</title>
<style>body{font:1.1rem/1.6 system-ui;margin:15vh auto;max-width:34em;padding:0 1em;color-scheme:light dark}
</style><h1>You are offline</h1><p>This page has not been opened in this browser before, so there is no
copy of it here. Pages that you have visited still work, and so does the lab if you have been there.</p>
<p><a href="${TOP}index.html">To the first page</a></p></html>`;
