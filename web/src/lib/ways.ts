/**
 * How it is known that a line became another: the best way between them, map by map.
 *
 * A way's label is the weakness of its weakest edge, then its number of edges; less is better. This follows the law
 * that `chipward/artifacts/line_graph.py` writes down, edge by edge, for the one line that a reader asks about.
 */
import type { Place } from "./fragment";
import { UNIT } from "./line-map";
import type { LineGraph, Step, Way } from "./lines";

interface Label {
  readonly weakness: number;
  readonly edges: number;
}

/** An edge of a way, with the line from which it leads. */
export interface Hop extends Step {
  readonly from: Place;
}

type Labels = Map<string, Map<number, Label>>;

/** The ways from a line that run down, or up, to some texts. */
export class Ways {
  private readonly labels: Labels;
  private readonly between: ReadonlySet<string>; // no other text lies on a way to one that is asked for

  constructor(
    private readonly graph: LineGraph,
    private readonly picked: Place,
    private readonly way: Way,
    wanted: readonly string[],
  ) {
    this.between = graph.leadingTo(way === "down" ? wanted : [picked.artifact]);
    this.labels = this.settle();
    this.addWholes();
  }

  /** The best way to a text; none if it is not reached. */
  to(artifact: string): readonly Hop[] {
    const lines = [...(this.labels.get(artifact) ?? [])].filter(([line]) => !this.isPicked(artifact, line));
    const best = lines.reduce<[number, Label] | null>(
      (known, one) => (known && before(known, one) <= 0 ? known : one),
      null,
    );
    const hops: Hop[] = [];
    for (let [at, label] = [{ artifact, line: best?.[0] ?? 0 }, best?.[1]]; label && label.edges > 0; ) {
      const hop: [Hop, Label] | null = this.last(at, label);
      if (!hop) break;
      hops.unshift(hop[0]);
      [at, label] = [hop[0].from, hop[1]];
    }
    return hops;
  }

  /** The edge by which a line was reached with a label: that of the first map, and in it of the first line. */
  private last(at: Place, label: Label): [Hop, Label] | null {
    for (const step of this.graph.steps(at.artifact, at.line, this.way === "down" ? "up" : "down")) {
      const known = this.labels.get(step.artifact)?.get(step.line);
      if (!known || known.weakness >= UNIT || compare(extended(known, step.weakness), label) !== 0) continue;
      return [{ ...step, ...at, from: { artifact: step.artifact, line: step.line } }, known];
    }
    return null;
  }

  private settle(): Labels {
    const labels: Labels = new Map([[this.picked.artifact, new Map([[this.picked.line, { weakness: 0, edges: 0 }]])]]);
    const waiting: (readonly [Place, Label])[][][] = [[[[this.picked, { weakness: 0, edges: 0 }]]], [], [], []];
    for (const ofWeakness of waiting) {
      for (let edges = 0; edges < ofWeakness.length; edges++) {
        for (const [at, label] of ofWeakness[edges] ?? []) {
          if (labels.get(at.artifact)?.get(at.line) !== label && label.edges > 0) continue; // a better one came first
          for (const { artifact, line, weakness } of this.graph.steps(at.artifact, at.line, this.way)) {
            const offered = extended(label, weakness);
            if (weakness >= UNIT || !this.between.has(artifact) || !offer(labels, artifact, line, offered)) continue;
            const queues = waiting[offered.weakness] ?? [];
            const queue = queues[offered.edges] ?? [];
            queue.push([{ artifact, line }, offered]);
            queues[offered.edges] = queue;
          }
        }
      }
    }
    return labels;
  }

  /** Edges of the kind `unit`, to texts that nothing finer reaches. */
  private addWholes(): void {
    const fine = new Map([...this.labels].map(([artifact, lines]) => [artifact, [...lines]]));
    for (const [from, lines] of fine) {
      for (const [at, label] of lines) {
        for (const { artifact, line, weakness } of this.graph.steps(from, at, this.way)) {
          const others = (fine.get(artifact) ?? []).filter(([other]) => !this.isPicked(artifact, other));
          if (weakness === UNIT && others.length === 0) offer(this.labels, artifact, line, extended(label, UNIT));
        }
      }
    }
  }

  private isPicked(artifact: string, line: number): boolean {
    return artifact === this.picked.artifact && line === this.picked.line;
  }
}

const extended = (label: Label, weakness: number): Label => ({
  weakness: Math.max(label.weakness, weakness),
  edges: label.edges + 1,
});

const compare = (one: Label, other: Label): number => one.weakness - other.weakness || one.edges - other.edges;

const before = ([line, label]: [number, Label], [other, otherLabel]: [number, Label]): number =>
  compare(label, otherLabel) || line - other;

/** Takes a label for a line, if it is better than the one it has. */
function offer(labels: Labels, artifact: string, line: number, label: Label): boolean {
  const lines = labels.get(artifact) ?? new Map<number, Label>();
  labels.set(artifact, lines);
  const known = lines.get(line);
  if (known && compare(known, label) <= 0) return false;
  lines.set(line, label);
  return true;
}
