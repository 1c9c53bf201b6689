/** Which text a pane shows, and which others could stand in its place. */
import type { Book } from "../../lib/book";
import { element } from "../../lib/element";
import type { ArtifactView } from "../../lib/trace-view";

/** The title; a list to choose from where there are other texts of the kind, in groups where they are for several targets or candidates. */
export function drawTitle(page: Document, book: Book, shown: ArtifactView): HTMLElement {
  const texts = book.namesakes(shown);
  if (texts.length < 2) return element(page, "span", { class: "pane-title" }, shown.title);
  const groups = new Map<string, ArtifactView[]>();
  for (const text of texts) {
    const group = groupOf(book, text);
    groups.set(group, [...(groups.get(group) ?? []), text]);
  }
  const option = (text: ArtifactView) => {
    const made = element(page, "option", { value: text.id }, wordsFor(book, text));
    made.selected = text.id === shown.id;
    return made;
  };
  const choices = [...groups].map(([label, same]) =>
    label ? element(page, "optgroup", { label }, ...same.map(option)) : same.map(option),
  );
  return element(page, "select", { class: "pane-title", "aria-label": `Which ${shown.kind_title}` }, ...choices.flat());
}

/** A candidate by what tells it from the others: how it is to be launched, and what it takes. */
function wordsFor(book: Book, text: ArtifactView): string {
  const candidate = book.candidateOf(text);
  return candidate ? [candidate.name, candidate.takes].filter(Boolean).join(" · ") : text.title;
}

/** What a text is for, and the kernel that it is a candidate for. */
function groupOf(book: Book, text: ArtifactView): string {
  const kernel = book.unit(book.candidateOf(text)?.parent ?? "");
  return [book.targetOf(text), kernel?.name].filter(Boolean).join(" · ");
}
