/** One text beside others: what it is, how it is known, and its lines. */
import type { EditorView } from "@codemirror/view";
import type { Book } from "../../lib/book";
import { element } from "../../lib/element";
import type { Library } from "../../lib/library";
import type { Span } from "../../lib/line-map";
import type { Lines } from "../../lib/reached";
import { sectionsOf } from "../../lib/sections";
import { linesOf } from "../../lib/text";
import type { ArtifactView } from "../../lib/trace-view";
import { drawCaveats } from "./caveats";
import { CHANGES, lineAt, openEditor, reveal, topLine, toTop } from "./editor";
import { drawFacts } from "./facts";
import { type Light, type Marks, showMarks } from "./marks";
import { Outline } from "./outline";
import { drawRuler } from "./ruler";
import { drawTitle } from "./titles";

const MOST_BYTES = 64_000_000; // a browser holds a text several times over while it shows it

/** What of a text is lit. */
export interface Lit {
  /** The line that was followed, if it stands here. */
  readonly here: number | null;
  readonly strong: Lines | undefined;
  readonly kin: Lines | undefined;
  readonly spans: (line: number) => readonly Span[];
}

export const UNLIT: Lit = { here: null, strong: undefined, kin: undefined, spans: () => [] };

export class Pane {
  readonly element: HTMLElement;
  readonly shown: Promise<void>;
  private readonly host: HTMLElement;
  private readonly apart: HTMLElement;
  private readonly ruler: HTMLCanvasElement;
  private readonly target: string | null;
  private view: EditorView | null = null;
  private outline: Outline | null = null;
  private lit: Lit = UNLIT;
  private cursor = 0;
  private due: number | null = null;

  constructor(
    private readonly page: Document,
    book: Book,
    readonly artifact: ArtifactView,
    private readonly library: Library,
    before: Element | null,
  ) {
    this.host = element(page, "div", { class: "pane-text" });
    this.apart = element(page, "p", { class: "pane-apart" });
    this.apart.hidden = true;
    this.target = book.targetOf(artifact);
    const [mark, ...caveats] = drawCaveats(page, book.caveatsOf(artifact.unit), this.name);
    this.ruler = element(page, "canvas", { class: "ruler", width: "6", "aria-hidden": "true" });
    const waiting = before ?? element(page, "p", { class: "pane-note" }, "Reading …");
    const body = element(page, "div", { class: "pane-body" }, waiting, this.host, this.ruler);
    this.element = element(
      page,
      "section",
      { class: "pane", "aria-label": this.name, "data-artifact": artifact.id },
      this.drawHead(book, mark ? [mark] : []),
      ...caveats,
      this.apart,
      drawFacts(page, book, artifact, library),
      ...(artifact.taken_out ? [element(page, "p", { class: "taken-out" }, artifact.taken_out)] : []),
      body,
    );
    this.shown = this.show(waiting);
  }

  get name(): string {
    return `${this.shortName}: ${this.artifact.title}`;
  }

  /** What the text is, and what for where the trace holds code for several targets. */
  get shortName(): string {
    return [this.artifact.kind_title, this.target].filter(Boolean).join(" for ");
  }

  /** The line that the keys move from; the one that is lit, or the first, before they were used. */
  get line(): number {
    return this.cursor || this.lit.here || this.firstLit() || 1;
  }

  get total(): number {
    return this.view?.state.doc.lines ?? this.artifact.lines ?? 1;
  }

  /** What a line says, as far as somebody would listen to it. */
  textOf(line: number): string {
    return this.view && line <= this.total ? this.view.state.doc.line(line).text.trim().slice(0, 200) : "";
  }

  /** Says in the header how the text stands to what is kept; nothing where it shows that itself. */
  say(words: string): void {
    this.apart.textContent = words;
    this.apart.hidden = words === "";
  }

  focus(): void {
    this.view?.contentDOM.focus({ preventScroll: true });
  }

  get hasSelection(): boolean {
    return this.view !== null && !this.view.state.selection.main.empty;
  }

  /** The line under a point of the window. */
  at(y: number): number | null {
    return this.view && lineAt(this.view, y);
  }

  light(lit: Lit): void {
    this.lit = lit;
    if (!this.view) return;
    showMarks(this.view, this.marks());
    this.drawRuler();
  }

  /** Brings a line into view: the one that was followed, else the nearest that is lit. */
  scrollToLit(): void {
    const line = this.lit.here ?? this.firstLit();
    if (this.view && line) reveal(this.view, line);
  }

  /** Puts the cursor on a line, and the line into view. Returns the line: the last one, where it lies beyond. */
  moveTo(line: number): number {
    this.cursor = Math.max(1, Math.min(line, this.total));
    this.light(this.lit);
    if (this.view) reveal(this.view, this.cursor, "nearest");
    return this.cursor;
  }

  get linesInView(): number {
    return this.view ? Math.max(1, Math.floor(this.view.scrollDOM.clientHeight / this.view.defaultLineHeight) - 2) : 1;
  }

  /** The next or the previous lit line from the cursor, round the end. */
  nextLit(step: 1 | -1): number | null {
    const { here, strong, kin } = this.lit;
    const lit = [...((strong ?? kin)?.sorted ?? []), ...(here ? [here] : [])].sort((one, other) => one - other);
    const next = step > 0 ? lit.find((line) => line > this.line) : lit.findLast((line) => line < this.line);
    return next ?? lit.at(step > 0 ? 0 : -1) ?? null;
  }

  /** Goes to the next or the previous section, in a text that has some. */
  nextSection(step: 1 | -1): void {
    this.outline?.step(step);
  }

  toggleFacts(): void {
    const facts = this.element.querySelector<HTMLDetailsElement>(".pane-facts");
    if (!facts) return;
    facts.open = !facts.open;
    if (facts.open) facts.querySelector("summary")?.focus();
    else this.focus();
  }

  focusTitle(): void {
    this.element.querySelector<HTMLElement>("select.pane-title")?.focus();
  }

  close(): void {
    this.view?.destroy();
    this.element.remove();
  }

  private firstLit(): number | null {
    return this.lit.strong?.sorted[0] ?? this.lit.kin?.sorted[0] ?? null;
  }

  private marks(): Marks {
    const { here, strong, kin, spans } = this.lit;
    const light = (line: number): Light => {
      if (line === here) return "here";
      if (strong?.has(line)) return strong.isFine(line) ? "lit" : "kin";
      return kin?.has(line) ? "kin" : null;
    };
    return { light, spans, cursor: this.cursor };
  }

  /** In the next frame: several things may ask for it in one. */
  private drawRuler(): void {
    this.due ??= (this.page.defaultView as Window).requestAnimationFrame(() => {
      this.due = null;
      const { scrollHeight = 0, clientHeight = 0 } = this.view?.scrollDOM ?? {};
      this.ruler.hidden = scrollHeight <= clientHeight;
      if (!this.ruler.hidden) drawRuler(this.ruler, this.total, this.lit.kin, this.lit.strong);
    });
  }

  private drawHead(book: Book, mark: readonly HTMLElement[]): HTMLElement {
    const tool = (act: string, sign: string, name: string) =>
      element(
        this.page,
        "button",
        { type: "button", "data-act": act, "aria-label": `${name}: ${this.name}`, title: name },
        sign,
      );
    return element(
      this.page,
      "header",
      {},
      element(this.page, "h2", {}, this.artifact.kind_title),
      ...(this.target ? [element(this.page, "b", { class: "target" }, this.target)] : []),
      ...mark,
      drawTitle(this.page, book, this.artifact),
      element(
        this.page,
        "div",
        { class: "pane-tools" },
        tool("left", "‹", "Move left"),
        tool("right", "›", "Move right"),
        tool("close", "×", "Close"),
      ),
    );
  }

  private drawOutline(view: EditorView, text: string): void {
    const sections = sectionsOf(linesOf(text));
    if (sections.length < 2) return;
    const outline = new Outline(this.page, sections, this.name, (line) => {
      toTop(view, line);
      this.cursor = line;
      this.light(this.lit);
    });
    this.outline = outline;
    this.host.parentElement?.before(outline.element);
    view.scrollDOM.addEventListener("scroll", () => outline.show(topLine(view)), { passive: true });
  }

  private async show(waiting: Element): Promise<void> {
    if (this.artifact.bytes > MOST_BYTES) {
      waiting.textContent = "This text is too large to be shown here. Download it to read it.";
      return;
    }
    try {
      const text = await this.library.text(this.artifact);
      if (!this.element.isConnected) return;
      const { language } = this.artifact;
      this.view = openEditor(this.host, { text, language, name: this.name });
      waiting.remove();
      if (language === CHANGES) this.drawOutline(this.view, text);
      this.light(this.lit);
    } catch (refused) {
      waiting.textContent = refused instanceof Error ? refused.message : String(refused);
    }
  }
}
