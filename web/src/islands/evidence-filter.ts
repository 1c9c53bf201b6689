/** Narrows the table of all quotes by text, verdict, data file and publisher, and keeps the address in step. */
import { fits, wordsOf } from "../lib/find";
import { keepQuery, readQuery } from "../lib/query";

export class EvidenceFilter extends HTMLElement {
  private form!: HTMLFormElement;
  private readonly texts = new WeakMap<Element, string>();

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (!form) return;
    this.form = form;
    const query = readQuery(this.ownerDocument);
    for (const field of this.fields) {
      field.value = query.get(field.name) ?? "";
      // A value that is none of the options leaves a select empty.
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
    }
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => this.narrow());
    // A reset empties the fields after its event, so the table follows one turn later.
    form.addEventListener("reset", () => setTimeout(() => this.narrow()));
    this.querySelector("[data-reset]")?.addEventListener("click", () => form.reset());
    this.ownerDocument.defaultView?.addEventListener("hashchange", () => this.reveal());
    this.narrow();
    this.reveal();
  }

  private get fields(): readonly (HTMLInputElement | HTMLSelectElement)[] {
    return [...this.form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
  }

  private narrow(): void {
    const wanted = Object.fromEntries(this.fields.map((field) => [field.name, field.value.trim()]));
    const words = wordsOf(wanted.text ?? "");
    let shown = 0;
    let all = 0;
    for (const group of this.querySelectorAll<HTMLElement>("tbody")) {
      let here = 0;
      for (const row of group.querySelectorAll<HTMLElement>("tr[id]")) {
        const fitting =
          (!wanted.file || group.dataset.file === wanted.file) &&
          (!wanted.verdict || row.dataset.verdict === wanted.verdict) &&
          (!wanted.publisher || row.dataset.publisher === wanted.publisher) &&
          fits(this.textOf(row), words);
        row.hidden = !fitting;
        here += fitting ? 1 : 0;
        all += 1;
      }
      group.hidden = here === 0;
      shown += here;
    }
    this.say(shown, all);
    keepQuery(this.ownerDocument, wanted);
  }

  private say(shown: number, all: number): void {
    const count = this.querySelector("[role=status] b");
    if (count) count.textContent = String(shown);
    const nothing = this.querySelector<HTMLElement>(".nothing");
    if (nothing) nothing.hidden = shown > 0 || all === 0;
  }

  /** A link to a quote that the filter hides shows the whole table again. */
  private reveal(): void {
    const id = this.ownerDocument.location.hash.slice(1); // an anchor has nothing in it that is ever encoded
    const row = id ? this.ownerDocument.getElementById(id) : null;
    if (!row?.hidden || !this.contains(row)) return;
    for (const field of this.fields) field.value = "";
    this.narrow();
    row.scrollIntoView();
  }

  private textOf(row: HTMLElement): string {
    const known = this.texts.get(row) ?? (row.textContent ?? "").toLowerCase();
    this.texts.set(row, known);
    return known;
  }
}
