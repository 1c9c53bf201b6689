/** What is known of a text as a whole: where it comes from, what makes it, how it is tied to others. */
import type { Book } from "../../lib/book";
import { element } from "../../lib/element";
import type { Library } from "../../lib/library";
import { coverageOf, originOf, percent } from "../../lib/telling";
import type { ArtifactView, Loss, MapView } from "../../lib/trace-view";
import { copyButton, download } from "./taking";

/** A line that says the most important, and unfolds to the rest. */
export function drawFacts(page: Document, book: Book, artifact: ArtifactView, library: Library): HTMLElement {
  const { recipe, shell } = artifact;
  const made = (name: "dt" | "dd", ...inside: (Node | string)[]) => element(page, name, {}, ...inside);
  const facts = element(page, "dl");
  const tell = (name: string, ...inside: (Node | string)[]) => facts.append(made("dt", name), made("dd", ...inside));

  const text = () => library.text(artifact);
  tell("Text", download(page, artifact, library), copyButton(page, "Copy the text", text));
  tell("How", [recipe.how, recipe.versions.length > 0 ? ` (${recipe.versions.join(", ")})` : ""].join(""));
  if (shell)
    tell(
      "Made by",
      element(page, "code", { class: "command" }, shell),
      copyButton(page, "Copy the command", async () => shell),
    );
  const origin = book.artifact(artifact.made_from ?? "");
  if (origin)
    tell(
      "Made from",
      ...(origin.lines === null ? [`${origin.kind_title} `, download(page, origin, library)] : [linkTo(page, origin)]),
    );
  for (const map of book.mapsInto(artifact.id)) tell("Traced back", ...tied(page, book, map, "from"));
  for (const map of book.mapsFrom(artifact.id)) tell("Went on", ...tied(page, book, map, "to"));

  const told = [originOf(artifact), coverageOf(book, artifact)].filter((words) => words !== null);
  return element(page, "details", { class: "pane-facts" }, element(page, "summary", {}, told.join(" · ")), facts);
}

const linkTo = (page: Document, { id, kind_title, title, page: href }: ArtifactView): HTMLElement =>
  element(page, "a", { href: href ?? `#open=${id}`, "data-open": id }, `${kind_title}: ${title}`);

function tied(page: Document, book: Book, map: MapView, side: "from" | "to"): readonly (Node | string)[] {
  const other = book.text(map[side]);
  const here =
    side === "from"
      ? { mapped: map.end_mapped, lines: map.end_lines }
      : { mapped: map.start_mapped, lines: map.start_lines };
  const kinds = Object.entries(map.kinds).map(([kind, edges]) => `${edges.toLocaleString("en")} ${kind}`);
  const words = `${percent({ ...here, way: "back" })} of the lines; edges: ${kinds.join(", ")}. ${map.method}.`;
  const lost = map.losses.filter((loss) => loss.side !== side).map((loss) => element(page, "li", {}, lossIn(loss)));
  return [
    other ? linkTo(page, other) : map[side],
    element(page, "p", {}, words),
    ...(lost.length > 0 ? [element(page, "ul", { class: "losses" }, ...lost)] : []),
  ];
}

const lossIn = ({ lines, why }: Loss): string =>
  `${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"}: ${why}`;
