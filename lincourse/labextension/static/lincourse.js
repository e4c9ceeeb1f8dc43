// JupyterLab extension, written by hand: words for pictures, names for sliders, colours at night,
// lines that aren't too long, a start page that is up to date.
//
// `plots.show` puts a picture's alternative text into its output's metadata, where JupyterLab leaves
// it. JupyterLab and the lab of the reading site load this file as it is: it has the form that
// webpack's module federation gives to a built extension.

const STYLE = `
.jp-RenderedMarkdown > :is(p, ul, ol, blockquote, details) { max-width: 40em; }
.jp-RenderedMarkdown > table { margin-left: 0; }
.lincourse-figure { max-width: 100%; height: auto; }
body[data-jp-theme-light="false"] .lincourse-figure { filter: invert(0.92) hue-rotate(180deg); }
.jp-OutputArea [style*="color:#d55e00"] { color: #b04a00 !important; }
.jp-OutputArea [style*="color:#009e73"] { color: #00704f !important; }
body[data-jp-theme-light="false"] .jp-OutputArea [style*="color:#d55e00"] { color: #ff9a52 !important; }
body[data-jp-theme-light="false"] .jp-OutputArea [style*="color:#009e73"] { color: #3fd0a4 !important; }
`;

function words(app, image) {
  // What the output of a picture says about it.
  for (const panel of app.shell.widgets("main")) {
    for (const {outputArea} of panel.content?.widgets ?? []) {
      if (!outputArea?.node.contains(image)) continue;
      const place = outputArea.widgets.findIndex(({node}) => node.contains(image));
      return outputArea.model.get(place)?.metadata["image/png"]?.alt;
    }
  }
}

function describe(app) {
  for (const image of document.querySelectorAll(".jp-RenderedImage img:not([alt])")) {
    const alt = words(app, image);
    if (!alt) continue;
    image.alt = alt;
    image.classList.add("lincourse-figure");
  }
  for (const image of document.querySelectorAll(".widget-html-content [role=status] + img")) {
    image.classList.add("lincourse-figure");
  }
  // ipywidgets draws a slider's name beside it, and gives its handle none.
  for (const handle of document.querySelectorAll(".widget-slider .noUi-handle:not([aria-label])")) {
    const label = handle.closest(".widget-slider").querySelector(".widget-label");
    if (label) handle.setAttribute("aria-label", label.textContent);
  }
}

// What Jupyter writes into a notebook when its kernel starts is no work of the student's: a notebook
// that was only opened isn't marked as unsaved, and stays as it came.
const watched = new WeakSet();

function withoutKernel(model) {
  const {metadata: {language_info, kernelspec, ...metadata}, cells} = model.toJSON();
  return JSON.stringify([kernelspec?.name, metadata, cells]);
}

function watch({context}) {
  if (!context?.model?.deletedCells || watched.has(context)) return;
  watched.add(context);
  context.ready.then(() => {
    const {model} = context;
    let saved = withoutKernel(model);
    model.stateChanged.connect((_, {name, newValue}) => {
      if (name === "dirty" && newValue && withoutKernel(model) === saved) model.dirty = false;
    });
    context.saveState.connect((_, state) => {
      if (state === "completed") saved = withoutKernel(model);
    });
  });
}

function activate(app) {
  document.head.appendChild(document.createElement("style")).textContent = STYLE;
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      describe(app);
      for (const panel of app.shell.widgets("main")) watch(panel);
    });
  }).observe(document.body, {childList: true, subtree: true});
  app.shell.currentChanged?.connect((_, {newValue}) => {
    if (newValue?.context?.path.endsWith("Start here.md")) newValue.context.revert();
  });
}

(window._JUPYTERLAB ??= {}).lincourse = {
  init() {},
  get: async () => () => ({
    __esModule: true,
    default: {id: "lincourse:figures", description: "Figures of the course", autoStart: true, activate},
  }),
};
