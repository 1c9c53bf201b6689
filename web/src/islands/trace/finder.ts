/** Search in all texts of a trace: a field in the head, and a column of what was found. */
import type { Book } from "../../lib/book";
import { element } from "../../lib/element";
import type { Library } from "../../lib/library";
import { type Hit, seek } from "../../lib/seek";
import type { ArtifactView } from "../../lib/trace-view";

const EACH = 20; // hits shown of one text
const AT_FIRST = 32_000_000; // bytes that are read without asking
const PAUSE = 250; // milliseconds after a key

export class Finder {
  query = "";
  private readonly field: HTMLInputElement;
  private readonly column: HTMLElement;
  private readonly said: HTMLElement;
  private readonly list: HTMLElement;
  private run = 0;

  constructor(
    tools: HTMLElement,
    panes: HTMLElement,
    private readonly book: Book,
    private readonly library: Library,
    private readonly open: () => readonly string[],
    private readonly changed: () => void,
  ) {
    const page = panes.ownerDocument;
    this.field = element(page, "input", { type: "search", placeholder: "Search all texts", "aria-keyshortcuts": "f" });
    this.field.spellcheck = false;
    this.field.maxLength = 200;
    const label = element(
      page,
      "label",
      { class: "trace-search" },
      element(page, "span", { class: "unseen" }, "Search all texts"),
      this.field,
    );
    tools.prepend(label);
    this.said = element(page, "p", { role: "status" });
    this.list = element(page, "div", { class: "hits" });
    const close = element(page, "button", { type: "button", "aria-label": "Close the search" }, "×");
    this.column = element(
      page,
      "section",
      { class: "finder", "aria-label": "Search" },
      element(page, "header", {}, this.said, close),
      this.list,
    );
    this.column.hidden = true;
    panes.before(this.column);
    close.addEventListener("click", () => this.close());
    this.field.addEventListener("input", () => this.type());
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    this.column.addEventListener("keydown", (event) => this.onKey(event));
  }

  get isOpen(): boolean {
    return !this.column.hidden;
  }

  focus(): void {
    this.field.focus();
    this.field.select();
  }

  close(): void {
    this.show("");
    this.changed();
  }

  /** Searches for words, or shows nothing for none. */
  show(query: string): void {
    if (query === this.query) return;
    this.query = query;
    if (this.field.value.trim() !== query) this.field.value = query;
    this.column.hidden = query === "";
    this.list.replaceChildren();
    this.run++;
    if (query) void this.search(query, this.run, this.inOrder());
  }

  private type(): void {
    const run = ++this.run;
    this.column.ownerDocument.defaultView?.setTimeout(() => {
      if (run !== this.run) return;
      this.show(this.field.value.trim());
      this.changed();
    }, PAUSE);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.isOpen) {
      event.preventDefault();
      this.close();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [this.field, ...this.list.querySelectorAll<HTMLElement>("a")];
    const at = stops.indexOf(event.target as HTMLElement);
    event.preventDefault();
    stops[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  }

  /** Open texts first, then the rest as the trace has them. Equal texts are searched once. */
  private inOrder(): readonly ArtifactView[] {
    const open = this.open();
    const texts = this.book.texts.toSorted((one, other) => +open.includes(other.id) - +open.includes(one.id));
    return [...new Map(texts.toReversed().map((one) => [one.sha256, one])).values()].toReversed();
  }

  private async search(query: string, run: number, texts: readonly ArtifactView[], found = 0): Promise<void> {
    let [read, lines] = [0, found];
    for (const [place, text] of texts.entries()) {
      read += text.bytes;
      if (read > AT_FIRST && place > 0) {
        this.offer(query, run, texts.slice(place), lines);
        return;
      }
      this.said.textContent = `Searching ${text.kind_title} …`;
      const whole = await this.library.text(text).catch(() => "");
      const result = await seek(whole, query, EACH, () => this.pause(run));
      if (!result || run !== this.run) return;
      if (result.count > 0) this.list.append(this.draw(text, result.hits, result.count));
      lines += result.count;
    }
    this.said.textContent =
      lines === 0 ? "Nothing found" : `${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"} found`;
  }

  /** What is too much to be read unasked. */
  private offer(query: string, run: number, texts: readonly ArtifactView[], found: number): void {
    const megabytes = Math.ceil(texts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toLocaleString("en");
    const words = `Search the other ${texts.length.toLocaleString("en")} texts (${megabytes} MB)`;
    const button = element(this.list.ownerDocument, "button", { type: "button" }, words);
    button.addEventListener("click", () => {
      button.remove();
      void this.search(query, run, texts, found);
    });
    this.list.append(button);
    this.said.textContent = `${found.toLocaleString("en")} found so far`;
  }

  private draw({ id, kind_title, title }: ArtifactView, hits: readonly Hit[], count: number): HTMLElement {
    const page = this.list.ownerDocument;
    const rows = hits.map(({ line, text }) =>
      element(
        page,
        "li",
        {},
        element(
          page,
          "a",
          { href: `#at=${id}:${line}`, "data-at": `${id}:${line}` },
          element(page, "span", { class: "hit-line" }, String(line)),
          " ",
          element(page, "code", {}, text),
        ),
      ),
    );
    const rest = count - hits.length;
    return element(
      page,
      "section",
      {},
      element(page, "h3", {}, kind_title, " ", element(page, "span", {}, title)),
      element(page, "ol", {}, ...rows),
      ...(rest > 0 ? [element(page, "p", { class: "soft" }, `and ${rest.toLocaleString("en")} more lines`)] : []),
    );
  }

  private pause(run: number): Promise<boolean> {
    return new Promise((go) => this.column.ownerDocument.defaultView?.setTimeout(() => go(run === this.run)));
  }
}
