// Interactive figures without Python: frames that were drawn when the site was built, shown for the
// values of native controls. tools/site_figures.py says what the JSON files hold.

const isDark = () => document.documentElement.dataset.theme === "dark";

class Interactive {
  constructor(place, number) {
    this.place = place;
    this.prefix = `f${number}-`;
    this.picture = place.querySelector(".explore-picture");
    this.caption = place.querySelector(".explore-caption");
    this.inputs = [...place.querySelectorAll("[data-control]")];
    for (const input of this.inputs) {
      input.addEventListener("input", () => this.show());
    }
    for (const button of place.querySelectorAll("button[data-jump]")) {
      const input = this.inputs.find((one) => one.dataset.control === button.dataset.of);
      button.addEventListener("click", () => {
        input.valueAsNumber = Math.min(
          Math.max(input.valueAsNumber + Number(button.dataset.jump), 0), Number(input.max));
        this.show();
      });
    }
    place.querySelector(".explore-controls").hidden = false;
    for (const input of this.inputs) this.label(input);
  }

  load() {
    this.loading ??= fetch(this.place.dataset.frames).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    }).catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  label(input) {
    // A range's own value is its place in the list of values: say the value itself.
    if (input.type !== "range") return;
    const text = JSON.parse(input.dataset.values)[input.valueAsNumber];
    input.setAttribute("aria-valuetext", text);
    input.parentElement.querySelector("output").textContent = text;
  }

  async show() {
    for (const input of this.inputs) this.label(input);
    let data;
    try {
      data = await this.load();
    } catch {
      this.caption.textContent = "This figure could not be loaded. Are you offline?";
      return;
    }
    let place = 0;
    this.inputs.forEach((input, i) => {
      place = place * data.controls[i].values.length + Number(input.value);
    });
    const [alt, caption, ...runs] = data.frames[place];
    let text = "";
    for (let i = 0; i < runs.length; i += 2) {
      for (let k = runs[i]; k < runs[i + 1]; k++) {
        text += (isDark() && data.dark_chunks[k]) || data.chunks[k];
        text += "\n";
      }
    }
    if (isDark()) text = text.replace(/(?<=: |fill=")#[0-9a-f]{6}\b/g, (colour) => data.dark[colour]);
    // Ids are the document's: two figures have letters of the same name.
    text = text.replace(/( id="|url\(#|href="#)/g, `$1${this.prefix}`);
    this.picture.innerHTML = text;
    const svg = this.picture.firstElementChild;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", alt);
    if (this.caption.textContent !== caption) this.caption.textContent = caption;
    this.place.dataset.shown = place;
  }
}

const interactives = [...document.querySelectorAll(".explore")].map(
  (place, number) => new Interactive(place, number));

// Frames are fetched when their figure comes near, so that a page is light to begin with.
const near = new IntersectionObserver((entries) => {
  for (const {isIntersecting, target} of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    interactives.find((one) => one.place === target).load().catch(() => {});
  }
}, {rootMargin: "600px"});
for (const one of interactives) near.observe(one.place);

new MutationObserver(() => {
  for (const one of interactives) if ("shown" in one.place.dataset) one.show();
}).observe(document.documentElement, {attributeFilter: ["data-theme"]});
