/** The ground of lines that came and of lines that went, in a text that tells of changes: of those in view alone. */
import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const CAME = Decoration.line({ class: "came" });
const WENT = Decoration.line({ class: "went" });
const HEADING = Decoration.line({ class: "section" });

function ground(text: string): Decoration | null {
  if (text.startsWith("### ")) return HEADING;
  if (text.startsWith("+")) return CAME;
  return text.startsWith("-") ? WENT : null;
}

function decorate({ state, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (let at = viewport.from; at <= viewport.to; ) {
    const line = state.doc.lineAt(at);
    const mark = ground(line.text);
    if (mark) builder.add(line.from, line.from, mark);
    at = line.to + 1;
  }
  return builder.finish();
}

export const changes: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ viewportChanged, view }: ViewUpdate): void {
      if (viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
