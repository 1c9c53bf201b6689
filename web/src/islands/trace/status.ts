/** The line below the panes: what the followed line became, in words and numbers. */
import { element } from "../../lib/element";
import { list, type Tally } from "../../lib/tallies";
import type { Told } from "../../lib/telling";

/** Writes what is told of a line, and that nothing is only if all has been read; its text, too, for those who do not see it light up. */
export function drawStatus(status: HTMLElement, told: Told, text: string, more: string, whole: boolean): void {
  const page = status.ownerDocument;
  const span = (words: string, kind = "") => element(page, "span", kind ? { class: kind } : {}, words);
  const said = [
    ...groups(page, "came from", told.cameFrom),
    ...groups(page, told.cameFrom.length > 0 ? "and became" : "became", told.became),
  ];
  const also = told.elsewhere.map(({ count, noun }) => `${count} ${noun}`).join(", ");
  if (also) said.push(span(said.length > 0 ? `also ${also}` : `is tied to ${also}`, "elsewhere"));
  if (told.targets.length > 0) said.push(span(`and there is code for ${list(told.targets)}`, "elsewhere"));
  if (said.length === 0 && whole) said.push(span("has no line map: nothing is known to come of it, or to lead to it"));
  const tail = [told.coverage, more].filter(Boolean).join(" · ");
  const line = element(page, "b", {}, told.line.toLocaleString("en"));
  const parts = [
    element(page, "span", {}, "Line ", line, ` of ${told.of}`),
    ...said,
    ...(tail ? [span(tail, "coverage")] : []),
    ...(text ? [span(`The line reads: ${text}`, "unseen")] : []),
  ];
  status.replaceChildren(...parts.flatMap((part) => [part, " "]));
}

/** What it became, with commas that a reader hears; the eye has gaps. */
function groups(page: Document, verb: string, tallies: readonly Tally[]): HTMLElement[] {
  if (tallies.length === 0) return [];
  const told = tallies.map(({ count, noun, known }, place) =>
    element(
      page,
      "span",
      {},
      element(page, "b", {}, count),
      ` ${noun}`,
      ...(known ? [element(page, "i", {}, ` (${known})`)] : []),
      ...(place < tallies.length - 1 ? [element(page, "span", { class: "unseen" }, ",")] : []),
    ),
  );
  return [element(page, "span", { class: "verb" }, verb), ...told];
}
