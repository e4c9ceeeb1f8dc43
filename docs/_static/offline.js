// Registers the service worker, tells it what this page has loaded, and offers to reload a newer site.

const top_ = new URL("../", document.currentScript.src);
const inTheLab = location.href.startsWith(new URL("lite/", top_).href);

performance.setResourceTimingBufferSize(2000); // of 250 the lab needs more

async function visited(event) {
  const worker = (await navigator.serviceWorker.ready).active;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  worker.postMessage({visited: [location.href, ...loaded, ...(event?.detail ?? [])]});
}

function newer() {
  const bar = document.createElement("div");
  bar.className = "newer-bar";
  bar.setAttribute("role", "status");
  const button = document.createElement("button");
  button.textContent = "Reload";
  button.addEventListener("click", () => location.reload());
  bar.append("There is a newer version of the course. ", button);
  document.body.append(bar);
}

if ("serviceWorker" in navigator) {
  const before = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // A page of the lab passes from the site's service worker to JupyterLite's: that isn't an update.
    if (before?.scriptURL === navigator.serviceWorker.controller?.scriptURL) newer();
  });
  window.addEventListener("load", async () => {
    // In the lab JupyterLite registers its own, which holds ours.
    if (!inTheLab) {
      await navigator.serviceWorker.register(new URL("service-worker.js", top_), {updateViaCache: "none"});
    }
    if (!inTheLab) visited();
  });
  document.addEventListener("lincourse:loaded", visited);
}
