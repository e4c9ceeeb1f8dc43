// How search orders what it finds: lectures and the glossary teach a word, exercises and the
// package use it. First comes what the glossary says of the word, then the lectures that it names.
const WEIGHTS = [
  [/^glossary/, 1.6], [/^lectures\//, 1.5], [/^(formulas|notation)/, 1.2], [/^exercises\//, 0.5], [/^api\//, 0.4],
];
const TAUGHT = {{ taught }}; // word: the numbers of its lectures; tools/site_course.py fills it in

const bare = (words) => words.toLowerCase().replace(/['\u2019]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

var Scorer = {
  score: ([page, title, anchor, , score]) => {
    const [, weight] = WEIGHTS.find(([pattern]) => pattern.test(page)) ?? [null, 0.7];
    const words = bare(new URLSearchParams(location.search).get("q") ?? "");
    const lectures = TAUGHT[words] ?? TAUGHT[words.replace(/s$/, "")] ?? [];
    const teaches = lectures.some((number) => page.startsWith(`lectures/${number}`));
    const named = words && page.startsWith("lectures/") && bare(title).includes(words);
    const another = anchor.startsWith("#term-") && bare(anchor.slice(6)) !== words;
    return score * weight * (another ? 0.3 : 1) + (teaches ? 50 : 0) + (named ? 60 : 0);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 1,
};
