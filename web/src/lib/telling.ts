/** In words and numbers: what a line became, what it came from, and how that is known. */
import type { Book, Coverage } from "./book";
import type { Place } from "./fragment";
import type { Family, Reached } from "./lines";
import { kernelTallies, type Tally, tallies, targetsOf } from "./tallies";
import type { ArtifactView, MapView } from "./trace-view";

export interface Told {
  readonly line: number;
  readonly of: string;
  readonly cameFrom: readonly Tally[];
  readonly became: readonly Tally[];
  /** Both, in texts that are not open, for the targets of those that are. */
  readonly elsewhere: readonly Tally[];
  /** The targets with code of the line, of which nothing is open. */
  readonly targets: readonly string[];
  /** How much is known at all, where it is known least. */
  readonly coverage: string | null;
}

/** Tells of a line: what of it is in the open texts, then what is in others. */
export function tell(book: Book, { artifact, line }: Place, { up, down }: Family, open: readonly string[]): Told {
  const isReached = ({ id }: ArtifactView) => up.has(id) || down.has(id);
  const seen = book.texts.filter(({ id }) => open.includes(id));
  const reached = book.texts.filter(isReached);
  const shown = targetsOf(book, [...seen, ...book.texts.filter(({ id }) => id === artifact)]);
  const here = shown.length > 0 ? shown : targetsOf(book, reached).slice(0, 1);
  const isHere = (text: ArtifactView) => here.length === 0 || here.includes(book.targetOf(text) ?? here[0] ?? "");
  const kinds = new Set(seen.filter(isReached).map((text) => `${text.kind} ${book.targetOf(text)}`));
  const others = reached.filter(
    (text) => isHere(text) && !kinds.has(`${text.kind} ${book.targetOf(text)}`) && !isPassedOver(book, seen, text),
  );
  return {
    line,
    of: nameOf(book, artifact),
    cameFrom: tallies(book, byDepth(book, seen), up),
    became: [...tallies(book, byDepth(book, seen), down), ...kernelTallies(book, reached.filter(isHere), down)],
    elsewhere: [up, down].flatMap((way) =>
      tallies(book, lastOfUnits(byDepth(book, ofOneTarget(book, others, here)), way), way),
    ),
    targets: targetsOf(book, reached).filter((target) => !here.includes(target)),
    coverage: least(
      book,
      [...down.keys(), ...up.keys()].filter((id) => open.includes(id)),
    ),
  };
}

/** Where texts for several targets are open, what all of these have a kind of tells little: each has such a graph. */
function ofOneTarget(book: Book, texts: readonly ArtifactView[], open: readonly string[]): readonly ArtifactView[] {
  if (open.length < 2) return texts;
  const same = ({ kind }: ArtifactView) =>
    targetsOf(
      book,
      texts.filter((one) => one.kind === kind),
    ).length;
  return texts.filter((text) => same(text) < 2);
}

/** Whether a text is of a candidate for a kernel of which another candidate is open. */
function isPassedOver(book: Book, seen: readonly ArtifactView[], text: ArtifactView): boolean {
  const mine = book.candidateOf(text);
  const rivals = mine ? seen.flatMap((one) => book.candidateOf(one) ?? []) : [];
  const same = rivals.filter(({ parent }) => parent === mine?.parent);
  return same.length > 0 && !same.some(({ id }) => id === mine?.id);
}

/** A file of the program by its own name, any other text by what it is. */
export function nameOf(book: Book, id: string): string {
  const text = book.text(id);
  if (!text) return id;
  return book.depth(text) === 0 ? text.title : text.kind_title;
}

/** Of the texts of one kind in one unit, the last that is reached: they tell of the same thing, one after the other. */
function lastOfUnits(texts: readonly ArtifactView[], reached: Reached): readonly ArtifactView[] {
  const last = new Map(
    texts.filter(({ id }) => reached.has(id)).map((text) => [`${text.unit} ${text.kind}`, text] as const),
  );
  return [...last.values()];
}

const byDepth = (book: Book, texts: readonly ArtifactView[]): readonly ArtifactView[] =>
  texts.toSorted((one, other) => book.depth(one) - book.depth(other));

function least(book: Book, reached: readonly string[]): string | null {
  const known = reached.flatMap((id) => {
    const [text, coverage] = [book.text(id), book.coverage(id)];
    return text && coverage?.way === "back" && coverage.lines > 0 ? [{ text, coverage }] : [];
  });
  const worst = known.toSorted((one, other) => share(one.coverage) - share(other.coverage))[0];
  return worst ? `${percent(worst.coverage)} of the lines of ${worst.text.kind_title} mapped` : null;
}

const share = ({ mapped, lines }: Coverage): number => mapped / lines;

/** Never rounds up to all, nor down to none. */
export function percent(coverage: Coverage): string {
  const whole = Math.floor(100 * share(coverage));
  return `${coverage.mapped > 0 && whole === 0 ? "< 1" : whole} %`;
}

const ORIGINS = {
  executed: "ran here",
  compiled: "compiled here, not run",
  "dry-run": "dry run: recorded, nothing computed",
  shipped: "shipped by a library",
} as const;

/** Where a text comes from. */
export const originOf = ({ origin, cached }: ArtifactView): string =>
  `${ORIGINS[origin]}${cached ? ", from a cache" : ""}`;

/** How much of the later text of a map is traced back. */
export function coverageIn(book: Book, { to, end_mapped: mapped, end_lines: lines }: MapView): string {
  return `${percent({ mapped, lines, way: "back" })} of the lines of ${nameOf(book, to)} mapped`;
}

/** How much of a text is tied to others, in lines: headings, labels and comments count as well. */
export function coverageOf(book: Book, { id }: ArtifactView): string | null {
  const coverage = book.coverage(id);
  if (!coverage || coverage.lines === 0) return null;
  const { mapped, lines, way } = coverage;
  const what = lines === 1 ? "line" : "lines";
  if (way === "on") return `${mapped.toLocaleString("en")} of ${lines.toLocaleString("en")} ${what} became something`;
  return `${percent(coverage)} of ${lines.toLocaleString("en")} ${what} traced back`;
}
