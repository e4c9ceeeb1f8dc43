// Search by section: ranks the sections that tools/site_search.py has listed. Lectures teach a word,
// exercises and the package use it, and the glossary says in a sentence what it is.

const WEIGHTS = [[/^lectures\//, 1.5], [/^exercises\//, 0.6], [/^api\//, 0.5], [/^(formulas|notation)/, 0.9],
  [/^(architecture|author-guide|internals|where-things-are)/, 0.35]];
const OTHERS = 0.7;
const COMMON = 3; // headings that many pages have, such as Problems, say nothing of their section
const MAX_RESULTS = 30;
const MAX_OF_A_PAGE = 4;
const AROUND = 110; // letters shown on each side of a word

const top = new URL(document.documentElement.dataset.content_root || "./", location.href);
const bare = (text) => text.toLowerCase().replace(/['\u2019]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
const singular = (word) => word.replace(/(?<=\w{3}[^su])s$/, "");
const tokens = (text) => bare(text).split(" ").filter((word) => word).map(singular);

function counted(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

async function load() {
  const answer = await fetch(new URL("_static/search.json", top));
  const {pages, sections, taught} = await answer.json();
  const all = sections.map(([number, anchor, title, text]) => {
    const [page, pageTitle] = pages[number];
    const words = tokens(text);
    const [, weight] = WEIGHTS.find(([pattern]) => pattern.test(page)) ?? [null, OTHERS];
    return {
      page, pageTitle, anchor, title, text, weight, length: words.length, counts: counted(words),
      // A label such as section-lecture-02-smoothing names what a question like "What if ...?" is about.
      inTitle: tokens(`${title} ${anchor.replace(/^section-(lecture|exercise)-\d+-|^.*\./, " ")}`), inPage: tokens(pageTitle), phrases: ` ${words.join(" ")} `,
    };
  });
  const titles = counted(all.map(({title}) => title));
  for (const one of all) if (titles.get(one.title) >= COMMON) one.weight *= 0.4;
  const length = all.reduce((sum, one) => sum + one.length, 0) / all.length;
  return {all, length, taught};
}

// Okapi BM25, and more for words in headings, for words that stand together, and for the lectures
// that the glossary names.
function rank({all, length, taught}, query) {
  const wanted = [...new Set(tokens(query))];
  if (!wanted.length) return [];
  const phrase = tokens(query).join(" ");
  const teaches = taught[bare(query)] ?? taught[bare(query).replace(/s$/, "")] ?? [];
  const found = all.map((one) => ({one, parts: wanted.map((word) => matches(one, word))}));
  const rare = wanted.map((_, k) => {
    const many = found.filter(({parts}) => parts[k].anywhere).length;
    return Math.log(1 + (all.length - many + 0.5) / (many + 0.5));
  });
  const scored = found.map(({one, parts}) => {
    let score = 0;
    let all = 1;
    parts.forEach(({text, title, page}, k) => {
      const often = (2.2 * text) / (text + 1.2 * (0.25 + (0.75 * one.length) / length));
      score += rare[k] * (often + 2.5 * title + page);
      if (!parts[k].anywhere) all *= 0.15;
    });
    if (wanted.length > 1 && one.phrases.includes(` ${phrase} `)) score *= 1.4;
    if (` ${one.inTitle.join(" ")} `.includes(` ${phrase} `)) score *= 1.3;
    if (query.includes("_") && one.anchor.endsWith(`.${query.trim()}`)) score *= 4; // a function
    if (one.page.startsWith("lectures/")) {
      const place = teaches.indexOf(one.page.slice(9, 11));
      if (teaches.length) score *= place < 0 ? 0.75 : place ? 1.2 : 1.5;
    }
    return {...one, score: score * one.weight * all};
  });
  const best = scored.filter(({score}) => score > 0).sort((a, b) => b.score - a.score);
  const pages = new Map();
  return best.filter(({page, score}) => {
    pages.set(page, (pages.get(page) ?? 0) + 1);
    return pages.get(page) <= MAX_OF_A_PAGE && score > 0.08 * best[0].score;
  }).slice(0, MAX_RESULTS);
}

function matches(one, word) {
  // How often a word is in a section; the beginning of a word counts half.
  const begins = (other) => (other === word ? 1 : word.length > 2 && other.startsWith(word) ? 0.5 : 0);
  let text = one.counts.get(word) ?? 0;
  if (word.length > 2) for (const [other, count] of one.counts) text += other === word ? 0 : begins(other) * count;
  const title = Math.max(0, ...one.inTitle.map(begins));
  const page = Math.max(0, ...one.inPage.map(begins));
  return {text, title, page, anywhere: text + title + page > 0};
}

// ---------------------------------------------------------------- the search page

const made = (name, properties, ...parts) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...parts);
  return node;
};

function marked(text, words) {
  // A text with the words that were looked for marked.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map((word) => RegExp.escape?.(word) ?? word).join("|")})[\\p{L}\\p{N}]*`, "giu");
  const parts = [];
  let done = 0;
  for (const {0: found, index} of text.matchAll(pattern)) {
    parts.push(text.slice(done, index), made("mark", {textContent: found}));
    done = index + found.length;
  }
  return [...parts, text.slice(done)];
}

function excerpt(text, query, words) {
  // The sentence or two around the words, preferably where they stand together.
  const small = text.toLowerCase();
  const places = [query.toLowerCase().trim(), ...words].map((word) => small.search(new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[^\p{L}\p{N} ]/gu, ".")}`, "u")));
  const place = places.find((one) => one >= 0) ?? 0;
  let from = place < AROUND ? 0 : small.indexOf(" ", place - AROUND) + 1;
  const stop = text.lastIndexOf(". ", place);
  const sentence = stop < 0 ? 0 : stop + 2;
  if (sentence > from && sentence <= place) from = sentence;
  const to = text.length <= from + 2 * AROUND ? text.length : text.lastIndexOf(" ", from + 2 * AROUND);
  return `${from && from !== sentence ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

function shown({page, pageTitle, anchor, title, text}, query, words) {
  const link = made("a", {href: new URL(`${page}.html${anchor && `#${anchor}`}`, top).href});
  link.append(...marked(title, words));
  const where = page === "glossary" ? "In the glossary" : title === pageTitle ? "" : pageTitle;
  return made("article", {className: page === "glossary" ? "term" : ""},
    made("h2", {}, link),
    ...(where ? [made("p", {className: "where", textContent: where})] : []),
    made("p", {className: "excerpt"}, ...marked(page === "glossary" ? text : excerpt(text, query, words), words)));
}

const field = document.querySelector(".find-here input");
const [status, results] = [document.querySelector(".found"), document.querySelector(".results")];
let index;

async function look() {
  const query = field.value;
  history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
  index ??= load();
  const words = tokens(query);
  const found = rank(await index, query);
  if (query !== field.value) return; // another letter has been typed
  // What a word is comes first, then where it is taught.
  const is = found.filter(({page, title}) => page === "glossary" && title.split(", ").some((one) => tokens(one).join(" ") === words.join(" ")));
  const others = found.filter(({page}) => page !== "glossary");
  results.replaceChildren(...[...is.slice(0, 1), ...others].map((one) => shown(one, query, words)));
  results.dataset.query = query;
  const many = is.slice(0, 1).length + others.length;
  status.textContent = !words.length ? "" : many ? `${many} ${many === 1 ? "section" : "sections"}` :
    "Nothing found. Try a shorter word, or look into the glossary.";
}

field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", look);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});
look();
