/**
 * The edges between the lines of two texts, in arrays that a million of them fit into.
 *
 * A map file keeps the edges sorted, each end as the difference to the one before, and a letter for each kind.
 */

/** How an edge is known, strongest first. An edge's weakness is its place here. */
export const KINDS = ["exact", "inlined", "fused", "inferred", "unit"] as const;
export type EdgeKind = (typeof KINDS)[number];

export const UNIT = KINDS.indexOf("unit");
const LETTERS = "eifgu";

/** A map as a bundle holds it. */
export interface MapFile {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly kind: string;
  readonly columns?: readonly (readonly [number, number] | 0)[];
}

/** The edges seen from one end: those of line `n` stand from `offsets[n]` to `offsets[n + 1]`. */
export interface Side {
  readonly offsets: Uint32Array;
  readonly others: Uint32Array; // the line at the other end
  readonly kinds: Uint8Array; // the weakness
  readonly edges: Uint32Array; // which edge of the file this is
  readonly furthest: number; // the highest line at the other end
  readonly coarse: boolean; // whether any edge is of the kind `unit`
}

/** Columns of a line, counted from 0, the end excluded. */
export type Span = readonly [start: number, end: number];

export interface LineMap {
  readonly forward: Side;
  readonly backward: Side;
  /** Where in the line at the start an edge begins; 0 where only the line is known. */
  readonly columns: readonly (Span | 0)[] | null;
}

/** Reads the map of two texts of so many lines. Throws a RangeError where it contradicts itself, or leaves them. */
export function readMap(file: MapFile, lines: { readonly from: number; readonly to: number }): LineMap {
  const count = file.kind.length;
  if (file.from.length !== count || file.to.length !== count || (file.columns && file.columns.length !== count)) {
    throw new RangeError("the columns of a line map differ in length");
  }
  const from = summed(file.from, lines.from);
  const to = summed(file.to, lines.to);
  const kinds = new Uint8Array(count);
  for (let edge = 0; edge < count; edge++) {
    const weakness = LETTERS.indexOf(file.kind[edge] as string);
    if (weakness < 0) throw new RangeError("a line map has edges of an unknown kind");
    kinds[edge] = weakness;
  }
  return { forward: side(from, to, kinds), backward: side(to, from, kinds), columns: file.columns ?? null };
}

/** The map of two texts that have nothing to do with each other. */
export const NO_EDGES: LineMap = readMap({ from: [], to: [], kind: "" }, { from: 0, to: 0 });

/** The first and the last place of a line's edges, the last excluded. */
export const first = ({ offsets }: Side, line: number): number => offsets[Math.min(line, offsets.length - 1)] as number;

function summed(differences: readonly number[], last: number): Uint32Array {
  const lines = new Uint32Array(differences.length);
  let line = 0;
  for (let edge = 0; edge < lines.length; edge++) {
    line += differences[edge] as number;
    if (!(line >= 1 && line <= last)) throw new RangeError("a line map leaves its text");
    lines[edge] = line;
  }
  return lines;
}

/** Sorts the edges by one of their ends, counting. */
function side(here: Uint32Array, there: Uint32Array, weaknesses: Uint8Array): Side {
  const offsets = new Uint32Array(highest(here) + 2);
  for (const line of here) offsets[line + 1] = (offsets[line + 1] as number) + 1;
  for (let line = 1; line < offsets.length; line++) {
    offsets[line] = (offsets[line] as number) + (offsets[line - 1] as number);
  }
  const free = offsets.slice();
  const others = new Uint32Array(here.length);
  const kinds = new Uint8Array(here.length);
  const edges = new Uint32Array(here.length);
  for (let edge = 0; edge < here.length; edge++) {
    const line = here[edge] as number;
    const place = free[line] as number;
    free[line] = place + 1;
    others[place] = there[edge] as number;
    kinds[place] = weaknesses[edge] as number;
    edges[place] = edge;
  }
  return { offsets, others, kinds, edges, furthest: highest(there), coarse: weaknesses.includes(UNIT) };
}

function highest(lines: Uint32Array): number {
  let most = 0;
  for (const line of lines) if (line > most) most = line;
  return most;
}
