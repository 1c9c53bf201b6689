/**
 * Which lines of which texts a line became, or came from, and how that is known.
 *
 * The twin of `chipward/artifacts/line_graph.py`, which writes down the laws; both are held to `tests/lines/cases.json`.
 * In short: a way counts only if it runs down all along, or up all along. It is as strong as its weakest edge. An edge
 * of the kind `unit` may end a way, never continues it, and serves a text only where no finer edge does. What is
 * reached over one turn, up and then down or down and then up, is kin.
 */
import { first, type LineMap, type Span, UNIT } from "./line-map";
import { Numbers } from "./numbers";
import { Lines } from "./reached";

/** The ends of a map, known before its edges are. */
export interface MapEnds {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Lines by the text that they stand in. */
export type Reached = ReadonlyMap<string, Lines>;

export interface Family {
  /** What the line became. */
  readonly down: Reached;
  /** What it came from. */
  readonly up: Reached;
  /** What only shares an ancestor or a descendant with it. Worked out when it is asked for. */
  readonly kin: () => Reached;
}

export type Way = "down" | "up";

/** An edge of a line, as it leads to another. */
export interface Step {
  readonly map: string;
  readonly artifact: string;
  readonly line: number;
  readonly weakness: number;
}

/** A map seen from one of its texts. It is shut until its edges are there. */
interface Door {
  readonly id: string;
  readonly text: number; // on the other side
  map: LineMap | null;
}

export class LineGraph {
  private readonly places = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly doors: Record<Way, Door[][]> = { down: [], up: [] };
  private readonly both = new Map<string, readonly Door[]>();

  constructor(maps: Iterable<MapEnds>) {
    for (const { id, from, to } of maps) {
      const [start, end] = [this.place(from), this.place(to)];
      const down = { id, text: end, map: null };
      const up = { id, text: start, map: null };
      this.doors.down[start]?.push(down);
      this.doors.up[end]?.push(up);
      this.both.set(id, [down, up]);
    }
  }

  /** Opens a map: its edges have been read. */
  add(id: string, map: LineMap): void {
    for (const door of this.both.get(id) ?? []) door.map = map;
  }

  /** Follows a line through all maps that have been added. */
  follow(artifact: string, line: number): Family {
    const text = this.place(artifact);
    const picked = Lines.of(line, 0);
    const start = new Map([[text, picked]]);
    const settled = { down: this.spread(start, "down"), up: this.spread(start, "up") };
    for (const reached of [settled.down, settled.up]) keep(reached, text, reached.get(text)?.without([picked]));
    const [down, up] = [
      this.named(this.whole(start, settled.down, "down")),
      this.named(this.whole(start, settled.up, "up")),
    ];
    let kin: Reached | null = null;
    return {
      down,
      up,
      kin: () => {
        kin ??= this.named(this.turned(settled, start));
        return kin;
      },
    };
  }

  /** What lines of a text lead on to, one way. Lines that are tied only as part of a whole lead nowhere. */
  onwards(artifact: string, lines: Lines, way: Way): Reached {
    const start = new Map([[this.place(artifact), lines.fine]]);
    return this.named(this.whole(start, this.spread(start, way), way));
  }

  /** The maps that have not been added and may lead on from what has been reached: those between `shown` texts first. */
  wanted(artifact: string, { down, up }: Family, shown: readonly string[]): readonly string[] {
    const doors = [...this.shut("up", [artifact, ...up.keys()]), ...this.shut("down", [artifact, ...down.keys()])];
    return [...new Set([...this.between(shown), ...doors.map(({ id }) => id)])];
  }

  /** The maps that have not been added and lie on ways to these texts. */
  between(shown: readonly string[]): readonly string[] {
    const above = [...this.above(shown)].map((text) => this.texts[text] as string);
    return [...new Set(this.shut("up", above).map(({ id }) => id))];
  }

  private shut(way: Way, artifacts: Iterable<string>): readonly Door[] {
    const doors = [...artifacts].flatMap((one) => this.doors[way][this.place(one)] ?? []);
    return doors.filter(({ map }) => map === null);
  }

  /** The edges that lead from a line, map by map. */
  *steps(artifact: string, line: number, way: Way): Iterable<Step> {
    for (const { id, text, map } of this.doors[way][this.place(artifact)] ?? []) {
      if (!map) continue;
      const side = way === "down" ? map.forward : map.backward;
      for (let at = first(side, line); at < first(side, line + 1); at++) {
        const [other, weakness] = [side.others[at] as number, side.kinds[at] as number];
        yield { map: id, artifact: this.texts[text] as string, line: other, weakness };
      }
    }
  }

  /** Some texts, and all from which maps lead to them. */
  leadingTo(artifacts: readonly string[]): ReadonlySet<string> {
    return new Set([...this.above(artifacts)].map((text) => this.texts[text] as string));
  }

  /** Some texts and all that maps lead from to them. */
  private above(artifacts: readonly string[]): ReadonlySet<number> {
    const above = new Set(artifacts.map((one) => this.place(one)));
    for (const text of above) for (const door of this.doors.up[text] ?? []) above.add(door.text);
    return above;
  }

  /** The columns of a line from which edges lead down: all, or those to lines that are asked for. */
  spans(artifact: string, line: number, asked: (text: string, line: number) => boolean = () => true): readonly Span[] {
    const spans = new Map<string, Span>();
    for (const { text, map } of this.doors.down[this.place(artifact)] ?? []) {
      if (!map?.columns) continue;
      for (let at = first(map.forward, line); at < first(map.forward, line + 1); at++) {
        const span = map.columns[map.forward.edges[at] as number];
        if (span && asked(this.texts[text] as string, map.forward.others[at] as number)) spans.set(span.join(), span);
      }
    }
    return [...spans.values()];
  }

  /** Strong ties are followed before weak ones, so that a line is left by its strongest tie. */
  private spread(starts: ReadonlyMap<number, Lines>, way: Way): Map<number, Lines> {
    const reached = new Map<number, Lines>();
    const waiting = new Waiting();
    for (const [text, lines] of starts) {
      const queues = waiting.at(text);
      for (const line of lines.numbers) queues[lines.weaknessOf(line) ?? UNIT]?.push(line);
    }
    for (let next = waiting.strongest(); next; next = waiting.strongest()) {
      const { text, weakness, lines } = next;
      for (const { text: other, map } of this.doors[way][text] ?? []) {
        if (!map) continue;
        const tied = reached.get(other) ?? new Lines();
        tied.meet(way === "down" ? map.forward : map.backward, lines, weakness, waiting.at(other));
        if (tied.size > 0) reached.set(other, tied);
      }
    }
    return reached;
  }

  /** What was reached, and what only edges of the kind `unit` lead to from there. */
  private whole(start: ReadonlyMap<number, Lines>, settled: ReadonlyMap<number, Lines>, way: Way): Map<number, Lines> {
    const all = new Map(settled);
    for (const [text, lines] of [...start, ...settled]) {
      for (const { text: other, map } of this.doors[way][text] ?? []) {
        if (!map || settled.has(other)) continue;
        const tied = all.get(other) ?? new Lines();
        tied.meetWhole(way === "down" ? map.forward : map.backward, lines.numbers);
        keep(all, other, tied);
      }
    }
    for (const [text, picked] of start) keep(all, text, all.get(text)?.without([picked]));
    return all;
  }

  /** What is reached over one turn, and lies neither above nor below. */
  private turned(settled: Record<Way, Map<number, Lines>>, start: ReadonlyMap<number, Lines>): Map<number, Lines> {
    const kin = this.spread(settled.up, "down");
    for (const [text, lines] of this.spread(settled.down, "up")) {
      const known = kin.get(text);
      if (known) known.join(lines);
      else kin.set(text, lines);
    }
    const [down, up] = [this.whole(start, settled.down, "down"), this.whole(start, settled.up, "up")];
    for (const [text, lines] of kin) keep(kin, text, lines.without([down.get(text), up.get(text), start.get(text)]));
    return kin;
  }

  private place(artifact: string): number {
    const known = this.places.get(artifact);
    if (known !== undefined) return known;
    this.places.set(artifact, this.texts.length);
    this.doors.down.push([]);
    this.doors.up.push([]);
    return this.texts.push(artifact) - 1;
  }

  private named(reached: ReadonlyMap<number, Lines>): Reached {
    return new Map([...reached].map(([text, lines]) => [this.texts[text] as string, lines]));
  }
}

/** Lines from which edges are still to be followed, by text and by the weakness of the way to them. */
class Waiting {
  private readonly texts = new Map<number, Numbers[]>();

  at(text: number): Numbers[] {
    const known = this.texts.get(text) ?? Array.from({ length: UNIT }, () => new Numbers());
    this.texts.set(text, known);
    return known;
  }

  /** Takes the lines of one text that wait with the strongest tie of all. */
  strongest(): { text: number; weakness: number; lines: Uint32Array } | null {
    for (let weakness = 0; weakness < UNIT; weakness++) {
      for (const [text, queues] of this.texts) {
        const lines = queues[weakness]?.all;
        if (!lines?.length) continue;
        queues[weakness] = new Numbers();
        return { text, weakness, lines };
      }
    }
    return null;
  }
}

/** Keeps lines of a text, if there are any. */
function keep(reached: Map<number, Lines>, text: number, lines: Lines | undefined): void {
  if (lines && lines.size > 0) reached.set(text, lines);
  else reached.delete(text);
}
