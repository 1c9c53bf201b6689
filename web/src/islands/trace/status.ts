/** The line below the panes: what the followed line became, in words and numbers. */
import { element } from "../../lib/element";
import type { Tally, Told } from "../../lib/telling";

/** Writes what is told of a line, and aloud only where the reader asked for it. */
export function drawStatus(status: HTMLElement, told: Told, text: string, more: string | null): void {
  const page = status.ownerDocument;
  const bold = (text: string) => element(page, "b", {}, text);
  const tally = ({ count, noun, known }: Tally) =>
    element(page, "span", {}, bold(count), ` ${noun}`, ...(known ? [element(page, "i", {}, ` (${known})`)] : []));
  const groups = (verb: string, tallies: readonly Tally[]) =>
    tallies.length === 0 ? [] : [element(page, "span", { class: "verb" }, verb), ...listed(page, tallies.map(tally))];
  const said = [
    ...groups("came from", told.cameFrom),
    ...groups(told.cameFrom.length > 0 ? "and became" : "became", told.became),
  ];
  const also = told.elsewhere.map(({ count, noun }) => `${count} ${noun}`).join(", ");
  const nothing = element(page, "span", {}, "has no line map: nothing is known to come of it, or to lead to it");
  const tail = [told.coverage, more].filter((words) => words !== null).join(" · ");
  status.replaceChildren(
    element(page, "span", {}, "Line ", bold(told.line.toLocaleString("en")), ` of ${told.of} `, heard(page, text)),
    ...said,
    ...(also
      ? [element(page, "span", { class: "elsewhere" }, said.length > 0 ? `also ${also}` : `is tied to ${also}`)]
      : []),
    ...(said.length === 0 && !also ? [nothing] : []),
    ...(tail ? [element(page, "span", { class: "coverage" }, tail)] : []),
  );
}

/** The line itself, for those who do not see it light up. */
const heard = (page: Document, text: string): HTMLElement =>
  element(page, "span", { class: "unseen" }, text ? `: ${text}; ` : "");

/** With commas between for those who hear it; the eye has gaps. */
function listed(page: Document, parts: readonly HTMLElement[]): readonly Node[] {
  return parts.flatMap((part, place) => [
    part,
    element(page, "span", { class: "unseen" }, place < parts.length - 1 ? ", " : " "),
  ]);
}
