/**
 * Which lines of a pane are lit, and the numbers beside them.
 *
 * A hundred thousand lines may be lit at once, and a frame has time for those in view alone: what is marked is asked
 * for line by line, as they come into view.
 */
import { type Extension, type Line, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import type { Span } from "../../lib/line-map";
import { unitsBefore } from "../../lib/text";

/** How a line is shown: what was followed, what it became or came from, what is related. */
export type Light = "here" | "lit" | "kin" | null;

export interface Marks {
  light(line: number): Light;
  /** The columns of a line that take part; none stands for the whole line. */
  spans(line: number): readonly Span[];
  /** The line that the keys move from; 0 for none. */
  readonly cursor: number;
}

export const UNMARKED: Marks = { light: () => null, spans: () => [], cursor: 0 };

const setMarks = StateEffect.define<Marks>();

const marks = StateField.define<Marks>({
  create: () => UNMARKED,
  update: (before, { effects }) => effects.findLast((effect) => effect.is(setMarks))?.value ?? before,
});

export const showMarks = (view: EditorView, shown: Marks): void => view.dispatch({ effects: setMarks.of(shown) });

const changed = ({ startState, state }: ViewUpdate): boolean => startState.field(marks) !== state.field(marks);

const LINES = new Map<string, Decoration>();
const SPAN = Decoration.mark({ class: "span" });

/** The one decoration for lines of these classes. */
function lineOf(classes: string): Decoration {
  const known = LINES.get(classes) ?? Decoration.line({ class: classes });
  LINES.set(classes, known);
  return known;
}

function decorate({ state, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const shown = state.field(marks);
  for (let at = viewport.from; at <= viewport.to; ) {
    const line = state.doc.lineAt(at);
    const classes = classesOf(shown, line.number);
    if (classes) builder.add(line.from, line.from, lineOf(classes));
    for (const [start, end] of columns(line, shown.spans(line.number))) builder.add(start, end, SPAN);
    at = line.to + 1;
  }
  return builder.finish();
}

/** Where spans of a line stand in the document. */
function columns({ from, text }: Line, spans: readonly Span[]): readonly Span[] {
  return spans
    .map(([start, end]): Span => [from + unitsBefore(text, start), from + unitsBefore(text, end)])
    .filter(([start, end]) => start < end)
    .sort(([one, oneEnd], [other, otherEnd]) => one - other || oneEnd - otherEnd);
}

function classesOf(shown: Marks, line: number): string {
  const light = shown.light(line);
  return [light, light !== "here" && line === shown.cursor && "cursor"].filter(Boolean).join(" ");
}

const lit = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      if (update.viewportChanged || changed(update)) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

class LineNumber extends GutterMarker {
  constructor(
    readonly number: number,
    override readonly elementClass: string,
  ) {
    super();
  }

  override eq(other: LineNumber): boolean {
    return this.number === other.number && this.elementClass === other.elementClass;
  }

  override toDOM(view: EditorView): Node {
    return view.dom.ownerDocument.createTextNode(String(this.number));
  }
}

const numbers = gutter({
  class: "numbers",
  lineMarker: (view, block) => {
    const { number } = view.state.doc.lineAt(block.from);
    return new LineNumber(number, classesOf(view.state.field(marks), number));
  },
  lineMarkerChange: changed,
  initialSpacer: (view) => new LineNumber(view.state.doc.lines, ""),
});

/** Line numbers, and lines that can be lit. */
export const lines: Extension = [marks, numbers, lit];
