import { type Side, UNIT } from "./line-map";
import { Numbers } from "./numbers";

/** Lines of one text, and for each how weakly it is tied to the line that was followed: 0 for exact, 4 for unit. */
export class Lines {
  private readonly met = new Numbers();
  private ties = new Uint8Array(0); // by line; 0 where none is tied, else one more than its weakness

  static of(line: number, weakness: number): Lines {
    const lines = new Lines();
    lines.tie(line, weakness);
    return lines;
  }

  get size(): number {
    return this.met.length;
  }

  /** In no order. */
  get numbers(): Uint32Array {
    return this.met.all;
  }

  /** From the first to the last. */
  get sorted(): Uint32Array {
    return this.met.all.slice().sort();
  }

  has(line: number): boolean {
    return (this.ties[line] ?? 0) !== 0;
  }

  weaknessOf(line: number): number | null {
    const tie = this.ties[line] ?? 0;
    return tie === 0 ? null : tie - 1;
  }

  /** Whether a line is tied itself, and not only as part of a whole. */
  isFine(line: number): boolean {
    const tie = this.ties[line] ?? 0;
    return tie !== 0 && tie <= UNIT;
  }

  get hasFine(): boolean {
    return this.numbers.some((line) => this.isFine(line));
  }

  /** Those that are tied themselves. */
  get fine(): Lines {
    const fine = new Lines();
    for (const line of this.numbers) if (this.isFine(line)) fine.tie(line, (this.ties[line] as number) - 1);
    return fine;
  }

  /** How many lines there are of each weakness. */
  get counts(): readonly number[] {
    const counts = new Array<number>(UNIT + 1).fill(0);
    for (const line of this.numbers) {
      const weakness = (this.ties[line] as number) - 1;
      counts[weakness] = (counts[weakness] as number) + 1;
    }
    return counts;
  }

  /** Ties a line, unless it is tied as strongly already. */
  tie(line: number, weakness: number): void {
    this.reserve(line);
    const tie = this.ties[line] as number;
    if (tie !== 0 && tie <= weakness + 1) return;
    if (tie === 0) this.met.push(line);
    this.ties[line] = weakness + 1;
  }

  /** Ties what the finer edges of some lines lead to. What was tied goes into `tied`, by its weakness. */
  meet(side: Side, lines: Uint32Array, weakness: number, tied: readonly Numbers[]): void {
    this.reserve(side.furthest);
    const { offsets, others, kinds } = side;
    const { ties, met } = this;
    const beyond = offsets.length - 1;
    for (let next = 0; next < lines.length; next++) {
      const line = lines[next] as number;
      if (line >= beyond) continue;
      const end = offsets[line + 1] as number;
      for (let at = offsets[line] as number; at < end; at++) {
        const kind = kinds[at] as number;
        if (kind === UNIT) continue;
        const weaker = Math.max(kind, weakness);
        const other = others[at] as number;
        const tie = ties[other] as number;
        if (tie !== 0 && tie <= weaker + 1) continue;
        if (tie === 0) met.push(other);
        ties[other] = weaker + 1;
        (tied[weaker] as Numbers).push(other);
      }
    }
  }

  /** Ties what the edges of the kind `unit` of some lines lead to. Nothing is followed from there. */
  meetWhole({ offsets, others, kinds, coarse }: Side, lines: Uint32Array): void {
    if (!coarse) return;
    for (const line of lines) {
      for (let at = offsets[line] ?? 0; at < (offsets[line + 1] ?? 0); at++) {
        if (kinds[at] === UNIT) this.tie(others[at] as number, UNIT);
      }
    }
  }

  /** Takes in the lines of another; the stronger tie of each counts. */
  join(others: Lines): void {
    this.reserve(others.ties.length - 1);
    for (const line of others.numbers) this.tie(line, (others.ties[line] as number) - 1);
  }

  /** Those that are in none of the others. */
  without(others: readonly (Lines | undefined)[]): Lines {
    const kept = new Lines();
    const known = others.filter((one) => one !== undefined);
    kept.ties = this.ties.slice();
    for (const line of this.numbers) {
      let keep = true;
      for (let one = 0; one < known.length && keep; one++) keep = !(known[one] as Lines).has(line);
      if (keep) kept.met.push(line);
      else kept.ties[line] = 0;
    }
    return kept;
  }

  private reserve(line: number): void {
    if (line < this.ties.length) return;
    const wider = new Uint8Array(line + 1);
    wider.set(this.ties);
    this.ties = wider;
  }
}
