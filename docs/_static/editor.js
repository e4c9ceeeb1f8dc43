// The code editor of an exercise's cells: CodeMirror, in the colours of the page's own code.
// tools/site_editor.py makes codemirror.js.

import {
  EditorView, bracketMatching, closeBrackets, closeBracketsKeymap, defaultKeymap, history, historyKeymap,
  indentOnInput, indentUnit, indentWithTab, keymap, lineNumbers, python, syntaxHighlighting, tagHighlighter, tags as t,
} from "./codemirror.js";

// Pygments' classes, whose colours, light and dark, are in the site's style sheet.
const colours = tagHighlighter([
  {tag: t.comment, class: "c1"},
  {tag: [t.keyword, t.modifier], class: "k"},
  {tag: [t.bool, t.null], class: "kc"},
  {tag: [t.string, t.special(t.string)], class: "s2"},
  {tag: t.escape, class: "se"},
  {tag: t.number, class: "mi"},
  {tag: [t.operator, t.operatorKeyword], class: "o"},
  {tag: t.function(t.definition(t.variableName)), class: "nf"},
  {tag: t.definition(t.className), class: "nc"},
  {tag: t.meta, class: "nd"},
]);

const look = EditorView.theme({
  "&.cm-focused": {outline: "2px solid var(--run)"},
  ".cm-scroller": {fontFamily: "inherit", lineHeight: "inherit"},
  ".cm-content": {caretColor: "currentColor", padding: 0},
  ".cm-gutters": {background: "none", border: 0, color: "inherit", opacity: 0.7},
});

// Takes the place of a field. What is typed goes into the field, which says so with "input".
export function edit(field, run) {
  const {selectionStart, selectionEnd} = field;
  const hasFocus = document.activeElement === field;
  // On paper a "highlight" is black; and axe asks for what scrolls to hold a tab stop.
  const attributes = {class: "highlight", tabindex: "0"};
  for (const name of ["aria-label", "aria-describedby"]) attributes[name] = field.getAttribute(name);
  const view = new EditorView({
    doc: field.value,
    selection: {anchor: selectionStart, head: selectionEnd},
    extensions: [
      keymap.of([
        {key: "Shift-Enter", run: () => (run(), true)},
        {key: "Mod-Enter", run: () => (run(), true)},
        ...[closeBracketsKeymap, defaultKeymap, historyKeymap, indentWithTab].flat(),
      ]),
      lineNumbers(),
      history(),
      python(),
      indentUnit.of("    "),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      syntaxHighlighting(colours),
      look,
      EditorView.editorAttributes.of({class: field.className}),
      EditorView.contentAttributes.of(attributes),
      EditorView.updateListener.of(({docChanged, state}) => {
        if (!docChanged) return;
        field.value = state.doc.toString();
        field.dispatchEvent(new Event("input"));
      }),
    ],
  });
  field.replaceWith(view.dom);
  if (hasFocus) view.focus();
  return view;
}
