/** In words and numbers: what a line became, what it came from, and how that is known. */
import type { Book, Coverage } from "./book";
import type { Place } from "./fragment";
import { KINDS, UNIT } from "./line-map";
import type { Family, Reached } from "./lines";
import type { Lines } from "./reached";
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
  /** Both, in texts that are not open, for the targets of those that are. */
  readonly elsewhere: readonly Tally[];
  /** The targets with code of the line, of which nothing is open. */
  readonly targets: readonly string[];
  /** How much is known at all, where it is known least. */
  readonly coverage: string | null;
}

const counted = (count: number, [one, many]: readonly [string, string]): [string, string] => [
  count.toLocaleString("en"),
  count === 1 ? one : many,
];

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

const targetsOf = (book: Book, texts: readonly ArtifactView[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => book.targetOf(text) ?? [])),
];

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

/** The lines of a way in some texts, kind by kind; target by target where texts of a kind are for several. */
function tallies(book: Book, texts: readonly ArtifactView[], reached: Reached): readonly Tally[] {
  const groups = new Map<string, ArtifactView[]>();
  for (const text of texts) {
    const group = `${text.kind} ${text.noun[0]} ${book.targetOf(text)}`; // listings of one kind may hold operators or calls of Python
    if (reached.has(text.id)) groups.set(group, [...(groups.get(group) ?? []), text]);
  }
  const all = [...groups.values()];
  return all.map((same) => {
    const [first] = same as [ArtifactView];
    const isShared = all.some(([other]) => other !== first && other?.kind === first.kind);
    return tallyOf(book, same, reached, isShared ? book.targetOf(first) : null);
  });
}

function tallyOf(book: Book, same: readonly ArtifactView[], reached: Reached, target: string | null): Tally {
  const ties = new Array<number>(UNIT + 1).fill(0);
  for (const { id } of same) {
    reached.get(id)?.counts.forEach((count, weakness) => {
      ties[weakness] = (ties[weakness] as number) + count;
    });
  }
  const known = KINDS.filter((_, weakness) => (ties[weakness] as number) > 0 && weakness < UNIT);
  const [least, most] = ofOneCandidate(book, same, (id) => sizeOf(reached.get(id), known.length > 0));
  const [count, noun] = counted(most, same[0]?.noun ?? ["line", "lines"]);
  return {
    count: least < most ? `${least.toLocaleString("en")}–${count}` : count,
    noun: target ? `${noun} for ${target}` : noun,
    known: known.length > 0 ? list(known) : "as a whole",
  };
}

/** So many lines are tied themselves; as parts of a whole, where none is. */
const sizeOf = (lines: Lines | undefined, isFine: boolean): number =>
  (lines?.counts ?? []).reduce((sum, count, weakness) => (weakness < UNIT === isFine ? sum + count : sum), 0);

/** The sum over kernels. One candidate counts for each: the smallest, and the largest. */
function ofOneCandidate(
  book: Book,
  texts: readonly ArtifactView[],
  size: (id: string) => number,
): readonly [least: number, most: number] {
  const candidates = new Map<string, number[]>();
  for (const text of texts) {
    const kernel = book.candidateOf(text)?.parent ?? text.id;
    candidates.set(kernel, [...(candidates.get(kernel) ?? []), size(text.id)]);
  }
  const all = [...candidates.values()];
  return [all.reduce((sum, one) => sum + Math.min(...one), 0), all.reduce((sum, one) => sum + Math.max(...one), 0)];
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

/** In how many of the kernels of the same graphs something of the line is, target by target. */
function kernelTallies(book: Book, texts: readonly ArtifactView[], down: Reached): readonly Tally[] {
  const reached = texts.filter(({ id }) => down.has(id));
  const targets = targetsOf(book, reached);
  if (targets.length < 2) return kernelTally(book, reached, null);
  return targets.flatMap((target) =>
    kernelTally(
      book,
      reached.filter((text) => book.targetOf(text) === target),
      target,
    ),
  );
}

function kernelTally(book: Book, texts: readonly ArtifactView[], target: string | null): readonly Tally[] {
  const kernels = new Set(texts.flatMap((text) => book.kernelOf(text) ?? []));
  if (kernels.size === 0) return [];
  const graphs = new Set([...kernels].map(({ parent }) => book.unit(parent ?? "")));
  const all = [...graphs].reduce((sum, graph) => sum + (graph?.kernels ?? 0), 0);
  const [, one] = counted(Math.max(all, kernels.size), ["kernel", "kernels"]);
  const noun = target ? `${one} for ${target}` : one;
  return [{ count: `${kernels.size}`, noun: all > kernels.size ? `of ${all} ${noun}` : noun, known: "" }];
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
