/** How far a text can be trusted: a mark in the head of its pane that unfolds to the sentences of the trace. */
import { element } from "../../lib/element";

export function drawCaveats(page: Document, sentences: readonly string[], name: string): readonly HTMLElement[] {
  if (sentences.length === 0) return [];
  const list = element(page, "ul", { class: "pane-caveats" }, ...sentences.map((one) => element(page, "li", {}, one)));
  list.hidden = true;
  const words = `${sentences.length} ${sentences.length === 1 ? "caveat" : "caveats"}`;
  const mark = element(
    page,
    "button",
    {
      type: "button",
      class: "caveats-mark",
      "aria-expanded": "false",
      "aria-label": `${words}: ${name}`,
      title: words,
    },
    `! ${sentences.length}`,
  );
  mark.addEventListener("click", () => {
    list.hidden = !list.hidden;
    mark.setAttribute("aria-expanded", String(!list.hidden));
  });
  return [mark, list];
}
