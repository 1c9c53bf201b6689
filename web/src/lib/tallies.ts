/** Lines counted for a reader: of each kind of text, for each target, and in how many kernels. */
import type { Book } from "./book";
import { KINDS, UNIT } from "./line-map";
import type { Reached } from "./lines";
import type { Lines } from "./reached";
import type { ArtifactView } from "./trace-view";

/** So many lines of one kind of text: 2 ATen ops, exact. */
export interface Tally {
  readonly count: string;
  readonly noun: string;
  readonly known: string;
}

const counted = (count: number, [one, many]: readonly [string, string]): [string, string] => [
  count.toLocaleString("en"),
  count === 1 ? one : many,
];

/** What some texts are for. */
export const targetsOf = (book: Book, texts: readonly ArtifactView[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => book.targetOf(text) ?? [])),
];

/** The lines of a way in some texts, kind by kind; target by target where texts of a kind are for several. */
export function tallies(book: Book, texts: readonly ArtifactView[], reached: Reached): readonly Tally[] {
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

/** In how many of the kernels of the same graphs something of the line is, target by target. */
export function kernelTallies(book: Book, texts: readonly ArtifactView[], down: Reached): readonly Tally[] {
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

/** A, B and C. */
export const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
