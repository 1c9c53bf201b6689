/** How it is known what a line became: the way to each open text, edge by edge, with the map that says so. */
import type { Book } from "../../lib/book";
import { element } from "../../lib/element";
import type { Place } from "../../lib/fragment";
import { KINDS } from "../../lib/line-map";
import type { LineGraph } from "../../lib/lines";
import { coverageIn, nameOf } from "../../lib/telling";
import { type Hop, Ways } from "../../lib/ways";

/** Draws the ways from a line to texts. */
export function drawHow(
  page: Document,
  book: Book,
  graph: LineGraph,
  place: Place,
  open: readonly string[],
): readonly Node[] {
  const drawn = (["up", "down"] as const).flatMap((way) => {
    const ways = new Ways(graph, place, way, open);
    return open
      .filter((id) => id !== place.artifact)
      .map((id) => ways.to(id))
      .filter((hops) => hops.length > 0)
      .map((hops) =>
        element(page, "ol", {}, ...hops.map((hop) => drawHop(page, book, hop, way === "up" ? "came from" : "became"))),
      );
  });
  return drawn.length > 0 ? drawn : [element(page, "p", {}, "No map leads from this line to an open text.")];
}

function drawHop(page: Document, book: Book, { map, from, artifact, line, weakness }: Hop, verb: string): HTMLElement {
  const entry = book.map(map);
  const known = element(page, "i", {}, KINDS[weakness] ?? "");
  const method = entry ? `, by ${inSentence(entry.method)}; ${coverageIn(book, entry)}` : "";
  return element(
    page,
    "li",
    {},
    linkTo(page, book, from),
    ` ${verb} `,
    linkTo(page, book, { artifact, line }),
    ": ",
    known,
    method,
  );
}

const linkTo = (page: Document, book: Book, { artifact, line }: Place): HTMLElement => {
  const at = `${artifact}:${line}`;
  const words = `line ${line.toLocaleString("en")} of ${nameOf(book, artifact)}`;
  return element(page, "a", { href: `#at=${at}`, "data-at": at }, words);
};

/** A heading as a part of a sentence; a name keeps its capital. */
const inSentence = (words: string): string =>
  /^(A |[A-Z][a-z])/.test(words) && !/^\S+'s /.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
