/** In words and numbers: what a line became, what it came from, and how that is known. */
import type { Book, Coverage } from "./book";
import type { Place } from "./fragment";
import { KINDS, UNIT } from "./line-map";
import type { Family, Reached } from "./lines";
import type { ArtifactView, MapView } from "./trace-view";

/** So many lines of one kind of text: 2 ATen ops, exact. */
export interface Tally {
  readonly count: string;
  readonly noun: string;
  readonly known: string;
}

export interface Told {
  readonly line: number;
  readonly of: string;
  readonly cameFrom: readonly Tally[];
  readonly became: readonly Tally[];
  /** Both, in texts that are not open. */
  readonly elsewhere: readonly Tally[];
  /** How much is known at all, where it is known least. */
  readonly coverage: string | null;
}

const counted = (count: number, [one, many]: readonly [string, string]): [string, string] => [
  count.toLocaleString("en"),
  count === 1 ? one : many,
];

/** Tells of a line: what of it is in the open texts, then what is in others. */
export function tell(book: Book, { artifact, line }: Place, { up, down }: Family, open: readonly string[]): Told {
  const kernels = kernelTally(book, down);
  const seen = book.texts.filter(({ id }) => open.includes(id));
  const became = tallies(byDepth(book, seen), down);
  const kinds = new Set(seen.filter(({ id }) => up.has(id) || down.has(id)).map(({ kind }) => kind));
  const others = book.texts.filter(({ kind }) => !kinds.has(kind));
  const reached = [...down.keys(), ...up.keys()].filter((id) => open.includes(id));
  return {
    line,
    of: nameOf(book, artifact),
    cameFrom: tallies(byDepth(book, seen), up),
    became: kernels ? [...became, kernels] : became,
    elsewhere: [up, down].flatMap((way) => tallies(lastOfUnits(byDepth(book, others), way), way)),
    coverage: least(book, reached),
  };
}

/** A file of the program by its own name, any other text by what it is. */
export function nameOf(book: Book, id: string): string {
  const text = book.text(id);
  if (!text) return id;
  return book.depth(text) === 0 ? text.title : text.kind_title;
}

/** The lines of a way in some texts, kind by kind. */
function tallies(texts: readonly ArtifactView[], reached: Reached): readonly Tally[] {
  const kinds = new Map<string, ArtifactView[]>();
  for (const text of texts) {
    const noun = `${text.kind} ${text.noun[0]}`; // listings of one kind may hold operators or calls of Python
    if (reached.has(text.id)) kinds.set(noun, [...(kinds.get(noun) ?? []), text]);
  }
  return [...kinds.values()].map((same) => {
    const ties = new Array<number>(UNIT + 1).fill(0);
    for (const { id } of same) {
      reached.get(id)?.counts.forEach((count, weakness) => {
        ties[weakness] = (ties[weakness] as number) + count;
      });
    }
    const fine = ties.slice(0, UNIT).reduce((sum, count) => sum + count, 0);
    const [count, noun] = counted(fine || (ties[UNIT] as number), same[0]?.noun ?? ["line", "lines"]);
    const known = KINDS.filter((_, weakness) => (ties[weakness] as number) > 0 && weakness < UNIT);
    return { count, noun, known: fine ? list(known) : "as a whole" };
  });
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

/** In how many of the kernels of the same graphs something of the line is. */
function kernelTally(book: Book, down: Reached): Tally | null {
  const kernels = new Set(
    [...down.keys()].flatMap((id) => {
      const text = book.text(id);
      return (text && book.kernelOf(text)) ?? [];
    }),
  );
  if (kernels.size === 0) return null;
  const graphs = new Set([...kernels].map(({ parent }) => book.unit(parent ?? "")));
  const all = [...graphs].reduce((sum, graph) => sum + (graph?.kernels ?? 0), 0);
  const [, noun] = counted(Math.max(all, kernels.size), ["kernel", "kernels"]);
  return { count: `${kernels.size}`, noun: all > kernels.size ? `of ${all} ${noun}` : noun, known: "" };
}

function least(book: Book, reached: readonly string[]): string | null {
  const known = reached.flatMap((id) => {
    const [text, coverage] = [book.text(id), book.coverage(id)];
    return text && coverage?.way === "back" && coverage.lines > 0 ? [{ text, coverage }] : [];
  });
  const worst = known.toSorted((one, other) => share(one.coverage) - share(other.coverage))[0];
  return worst ? `${percent(worst.coverage)} of the ${worst.text.noun[1]} mapped` : null;
}

const share = ({ mapped, lines }: Coverage): number => mapped / lines;

/** Never rounds up to all, nor down to none. */
export function percent(coverage: Coverage): string {
  const whole = Math.floor(100 * share(coverage));
  return `${coverage.mapped > 0 && whole === 0 ? "< 1" : whole} %`;
}

/** A, B and C. */
export const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

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

/** How much of a text is tied to others. */
export function coverageOf(book: Book, { id, noun }: ArtifactView): string | null {
  const coverage = book.coverage(id);
  if (!coverage || coverage.lines === 0) return null;
  const { mapped, lines, way } = coverage;
  const what = lines === 1 ? noun[0] : noun[1];
  if (way === "on") return `${mapped.toLocaleString("en")} of ${lines.toLocaleString("en")} ${what} became something`;
  return `${percent(coverage)} of ${lines.toLocaleString("en")} ${what} traced back`;
}
