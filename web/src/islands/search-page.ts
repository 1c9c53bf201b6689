/** Narrows the list of the search page to what the reader looks for, and keeps the address in step. */
import { fits, wordsOf } from "../lib/find";
import { keepQuery, readQuery } from "../lib/query";

export class SearchPage extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    const field = form?.querySelector("input");
    if (!form || !field) return;
    field.value = readQuery(this.ownerDocument).get("q") ?? "";
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    field.addEventListener("input", () => this.narrow(field.value));
    this.narrow(field.value);
  }

  private narrow(query: string): void {
    const words = wordsOf(query);
    let shown = 0;
    let all = 0;
    for (const group of this.querySelectorAll<HTMLElement>(".search-group")) {
      let here = 0;
      for (const entry of group.querySelectorAll<HTMLElement>("li")) {
        entry.hidden = !fits((entry.textContent ?? "").toLowerCase(), words);
        here += entry.hidden ? 0 : 1;
        all += 1;
      }
      group.hidden = here === 0;
      shown += here;
    }
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = words.length === 0 ? "" : `${shown} of ${all} fit.`;
    keepQuery(this.ownerDocument, { q: query.trim() });
  }
}
