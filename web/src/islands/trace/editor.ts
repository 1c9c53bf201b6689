/** A text in a shadow root: it can be read, searched and copied, and nothing in it can run. */
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Text } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { linesOf } from "../../lib/text";
import { changes } from "./changes";
import { languageOf } from "./languages";
import { lines } from "./marks";
import { THEME } from "./theme";

/** The language of texts that tell what one step after the other changed. */
export const CHANGES = "diff";

const COLOURED = 2_000_000; // characters; to tell the words of a longer text apart takes more work than it is worth

export interface Shown {
  readonly text: string;
  readonly language: string;
  readonly name: string;
}

/** Draws a text into an element of its own. Style sheets are adopted, so that a strict policy holds. */
export function openEditor(host: HTMLElement, { text, language, name }: Shown): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const state = EditorState.create({
    doc: Text.of([...linesOf(text)]),
    extensions: [
      EditorState.lineSeparator.of("\n"),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": name }),
      highlightSpecialChars(),
      highlightSelectionMatches({ minSelectionLength: 2 }),
      search({ top: true }),
      keymap.of(searchKeymap),
      lines,
      text.length < COLOURED ? languageOf(language) : [],
      language === CHANGES ? changes : [],
      THEME,
    ],
  });
  return new EditorView({ state, root, parent: root });
}

/** The line at a height of the window, or null above the first and below the last. */
export function lineAt(view: EditorView, y: number): number | null {
  const height = y - view.documentTop;
  if (height < 0 || height > view.contentHeight) return null;
  return view.state.doc.lineAt(view.lineBlockAtHeight(height).from).number;
}

const SEEN = 24; // characters of a line, from where its text begins

/** The uppermost line that can be seen. */
export function topLine(view: EditorView): number {
  const height = view.scrollDOM.getBoundingClientRect().top - view.documentTop;
  return view.state.doc.lineAt(view.lineBlockAtHeight(Math.max(0, height) + 1).from).number;
}

/** Brings a line to the top. */
export function toTop(view: EditorView, line: number): void {
  view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "start", yMargin: 0 }) });
}

/** Brings a line into the middle, unless it can be seen; and to the side where its text begins, if it is set in far. */
export function reveal(view: EditorView, line: number, where: "center" | "nearest" = "center"): void {
  const { from: at, text } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
  const { top, bottom } = view.lineBlockAt(at);
  const { scrollTop, clientHeight } = view.scrollDOM;
  const margin = where === "center" ? 0 : 3 * view.defaultLineHeight;
  const isInView = top >= scrollTop + margin && bottom <= scrollTop + clientHeight - margin;
  if (!isInView) view.dispatch({ effects: EditorView.scrollIntoView(at, { y: where, yMargin: margin }) });
  const begins = text.length - text.trimStart().length;
  const isAside = begins > SEEN || view.scrollDOM.scrollLeft > 0;
  if (isAside) view.scrollDOM.scrollLeft = begins > SEEN ? (begins - 2) * view.defaultCharacterWidth : 0;
}
