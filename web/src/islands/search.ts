/**
 * Shows what fits while the reader types into the search box in the head of the page.
 *
 * The index comes as a script, once the box is used: a page opened from a file may load one, but not fetch.
 * Without it the form still leads to the search page.
 */
import { type Entry, find } from "../lib/find";

declare global {
  interface Window {
    chipwardIndex?: readonly Entry[];
  }
}

const MOST = 8;
const LIST = "site_search_found";

export class Search extends HTMLElement {
  private field!: HTMLInputElement;
  private list!: HTMLUListElement;
  private said!: HTMLElement;
  private asked = false;
  private index = "";
  private root = "";

  connectedCallback(): void {
    // Taken now: they are relative, and switching a path moves the address to another folder.
    const here = this.ownerDocument.baseURI;
    this.index = new URL(this.dataset.index ?? "", here).href;
    this.root = new URL(this.dataset.root ?? "", here).href;
    const field = this.querySelector("input");
    if (!field) return;
    this.field = field;
    this.list = this.make("ul", { id: LIST, class: "found", role: "listbox", "aria-label": "Found" });
    this.list.hidden = true;
    this.said = this.make("p", { class: "unseen", role: "status" });
    this.append(this.list, this.said);
    const combobox = { role: "combobox", "aria-autocomplete": "list", "aria-controls": LIST, "aria-expanded": "false" };
    for (const [name, value] of Object.entries(combobox)) field.setAttribute(name, value);
    field.addEventListener("focus", () => this.load());
    field.addEventListener("input", () => this.show());
    this.addEventListener("keydown", (event) => this.onKey(event));
    this.addEventListener("focusout", (event) => {
      if (!this.contains(event.relatedTarget as Node | null)) this.close();
    });
    // A pressed button takes the focus from the field, and the list would be gone before the click.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.go((event.target as Element).closest<HTMLElement>("li")));
  }

  private load(): void {
    if (this.asked) return;
    this.asked = true;
    const script = this.ownerDocument.createElement("script");
    script.src = this.index;
    script.addEventListener("load", () => this.show());
    this.ownerDocument.head.append(script);
  }

  private show(): void {
    const index = this.ownerDocument.defaultView?.chipwardIndex;
    const query = this.field.value.trim();
    if (!index || !query || this.ownerDocument.activeElement !== this.field) {
      this.close();
      return;
    }
    const found = find(index, query, MOST);
    this.list.replaceChildren(...found.map((entry, order) => this.option(entry, order)));
    this.list.hidden = found.length === 0;
    this.field.setAttribute("aria-expanded", String(found.length > 0));
    this.field.removeAttribute("aria-activedescendant");
    this.said.textContent = found.length === 0 ? "Nothing found" : `${found.length} found`;
  }

  private close(): void {
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
    this.field.removeAttribute("aria-activedescendant");
    this.said.textContent = "";
  }

  private option([kind, name, where, text, link]: Entry, order: number): HTMLElement {
    const option = this.make("li", { id: `${LIST}-${order}`, role: "option", "aria-selected": "false" });
    option.dataset.link = link;
    const first = this.make("span", { class: "found-name" });
    first.textContent = name;
    const second = this.make("span", { class: "found-where" });
    second.textContent = `${kind} · ${where}`;
    option.append(first, " ", second);
    if (kind === "quote") {
      const third = this.make("span", { class: "found-text" });
      third.textContent = text;
      option.append(third);
    }
    return option;
  }

  private onKey(event: KeyboardEvent): void {
    const options = [...this.list.querySelectorAll<HTMLElement>("li")];
    if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      this.close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length > 0) {
      event.preventDefault();
      const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
      // One place more than there are options: the field itself, where nothing is chosen.
      const places = options.length + 1;
      const to = (at + 1 + (event.key === "ArrowDown" ? 1 : places - 1)) % places;
      this.choose(options, to - 1);
    } else if (event.key === "Enter") {
      const chosen = options.find((option) => option.getAttribute("aria-selected") === "true");
      if (!chosen || this.list.hidden) return;
      event.preventDefault();
      this.go(chosen);
    }
  }

  private choose(options: readonly HTMLElement[], which: number): void {
    this.list.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    options.forEach((option, order) => {
      option.setAttribute("aria-selected", String(order === which));
    });
    const chosen = options[which];
    if (chosen) this.field.setAttribute("aria-activedescendant", chosen.id);
    else this.field.removeAttribute("aria-activedescendant");
    chosen?.scrollIntoView({ block: "nearest" });
  }

  private go(option: HTMLElement | null): void {
    const link = option?.dataset.link;
    if (link === undefined) return;
    this.close();
    this.ownerDocument.location.assign(new URL(link, this.root));
  }

  private make<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Readonly<Record<string, string>>,
  ): HTMLElementTagNameMap[Name] {
    const made = this.ownerDocument.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
}
