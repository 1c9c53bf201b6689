/** A trace to look things up in. */
import type { ArtifactView, MapView, TraceView, UnitView } from "./trace-view";

/** How many lines of a text are tied to another one. */
export interface Coverage {
  readonly mapped: number;
  readonly lines: number;
  /** Whether they are traced back to earlier texts, or on to later ones. */
  readonly way: "back" | "on";
}

const KERNEL = "kernel";
const CANDIDATE = "candidate"; // one way to compile a kernel, among several that nobody timed
const FIDELITY = "fidelity"; // the kind of findings that say how far a trace can be trusted
const PROGRAM = "program"; // the unit of the files that were run

export class Book {
  private readonly artifacts: ReadonlyMap<string, ArtifactView>;
  private readonly units: ReadonlyMap<string, UnitView>;
  private readonly maps: ReadonlyMap<string, MapView>;
  private readonly depths: readonly string[];
  private readonly caveats = new Map<string, string[]>();
  /** Whether the trace holds code for more than one target. */
  readonly hasTargets: boolean;
  private readonly into = new Map<string, MapView[]>();
  private readonly from = new Map<string, MapView[]>();
  private readonly runners = new Set<string>(); // kernels of which a text leads to the same sort of text of another

  constructor(readonly trace: TraceView) {
    this.artifacts = new Map(trace.artifacts.map((one) => [one.id, one]));
    this.units = new Map(trace.units.map((one) => [one.id, one]));
    this.maps = new Map(trace.maps.map((one) => [one.id, one]));
    this.depths = trace.rails.flatMap(({ bands }) => bands.map(({ layer }) => layer));
    this.hasTargets = new Set(trace.rails.map(({ target }) => target)).size > 1;
    for (const { kind, unit, text, advice } of trace.findings) {
      if (kind !== FIDELITY || unit === null) continue;
      this.caveats.set(unit, [...(this.caveats.get(unit) ?? []), [text, advice].filter(Boolean).join(" ")]);
    }
    for (const map of trace.maps) {
      this.into.set(map.to, [...(this.into.get(map.to) ?? []), map]);
      this.from.set(map.from, [...(this.from.get(map.from) ?? []), map]);
      const [from, to] = [this.artifacts.get(map.from), this.artifacts.get(map.to)];
      const isAlike = from?.kind === to?.kind && from?.unit !== to?.unit;
      if (from && isAlike && this.units.get(from.unit)?.kind === KERNEL) this.runners.add(from.unit);
    }
  }

  artifact(id: string): ArtifactView | undefined {
    return this.artifacts.get(id);
  }

  /** A text that can be shown in a pane. */
  text(id: string): ArtifactView | null {
    const found = this.artifacts.get(id);
    return found && found.lines !== null ? found : null;
  }

  /** The text that a name means: its id, or the name of a file as `chipward show --line` takes it, if it means one. */
  named(name: string): ArtifactView | null {
    const text = this.text(name);
    if (text) return text;
    const titled = this.texts.filter(({ title }) => title === name);
    const found = titled.length > 0 ? titled : this.texts.filter(({ title }) => isSameFile(title, name));
    const sources = found.filter(({ unit }) => unit === PROGRAM);
    const [only, ...more] = sources.length > 0 ? sources : found;
    return more.length === 0 ? (only ?? null) : null;
  }

  get texts(): readonly ArtifactView[] {
    return this.trace.artifacts.filter(({ lines }) => lines !== null);
  }

  unit(id: string): UnitView | undefined {
    return this.units.get(id);
  }

  /** The texts of the same kind on the same path, itself included. */
  siblings({ kind, unit }: ArtifactView): readonly ArtifactView[] {
    const rail = this.railOf(unit);
    return this.texts.filter((one) => one.kind === kind && this.railOf(one.unit) === rail);
  }

  /** The texts of the same kind on any path, path by path. */
  namesakes({ kind }: ArtifactView): readonly ArtifactView[] {
    const rail = ({ unit }: ArtifactView) => this.railOf(unit) ?? -1;
    return this.texts.filter((one) => one.kind === kind).toSorted((one, other) => rail(one) - rail(other));
  }

  /** The path that a unit lies on, by its place among the rails; null for the program's own files, which lie on all. */
  railOf(unit: string): number | null {
    return unit === PROGRAM ? null : (this.units.get(unit)?.rail ?? null);
  }

  /** What a text is for, where the trace holds code for several targets; null else, and for what is for all of them. */
  targetOf({ unit }: ArtifactView): string | null {
    const rail = this.hasTargets ? this.railOf(unit) : null;
    return rail === null ? null : (this.trace.rails[rail]?.target ?? null);
  }

  /** How far a unit can be trusted: what is said of it, then what is said of those around it on its path. */
  caveatsOf(unit: string): readonly string[] {
    const rail = this.railOf(unit);
    const told: string[] = [];
    for (let at = this.units.get(unit); at && at.rail === rail; at = this.units.get(at.parent ?? "")) {
      told.push(...(this.caveats.get(at.id) ?? []));
    }
    return [...new Set(told)];
  }

  /** The unit of a text, if that is one of several candidates for a kernel. */
  candidateOf({ unit }: ArtifactView): UnitView | null {
    const found = this.units.get(unit);
    return found?.kind === CANDIDATE ? found : null;
  }

  map(id: string): MapView | undefined {
    return this.maps.get(id);
  }

  mapsInto(id: string): readonly MapView[] {
    return this.into.get(id) ?? [];
  }

  mapsFrom(id: string): readonly MapView[] {
    return this.from.get(id) ?? [];
  }

  /** How well a text is tied to the earlier ones; to the later ones where it is the first. */
  coverage(id: string): Coverage | null {
    const back = this.mapsInto(id).map((map) => ({ mapped: map.end_mapped, lines: map.end_lines }));
    const on = this.mapsFrom(id).map((map) => ({ mapped: map.start_mapped, lines: map.start_lines }));
    const [way, known] = back.length > 0 ? (["back", back] as const) : (["on", on] as const);
    const best = known.toSorted((one, other) => other.mapped - one.mapped)[0];
    return best ? { ...best, way } : null;
  }

  /** The kernel that a text tells of: the unit that stands for it, also where equal ones are folded. */
  kernelOf({ unit }: ArtifactView): UnitView | null {
    for (let at = this.units.get(unit); at; at = this.units.get(at.parent ?? "")) {
      if (at.kind !== KERNEL) continue;
      const kernel = this.units.get(at.kernel ?? "") ?? at;
      return this.units.get(kernel.folded_into ?? "") ?? kernel;
    }
    return null;
  }

  /** Whether a text is of a kernel that runs others, such as the top level of a program for a TPU: they say more. */
  runsOthers({ unit }: ArtifactView): boolean {
    return this.runners.has(unit);
  }

  /** How deep a text lies, from your code down. */
  depth({ layer }: ArtifactView): number {
    return this.depths.indexOf(layer);
  }
}

/** Whether a path may mean a file, as it is written from another folder: one ends like the other. */
function isSameFile(path: string, given: string): boolean {
  const parts = (way: string) => way.split(/[/\\]/).filter((part) => !["", ".", ".."].includes(part));
  const [short = [], long = []] = [parts(path), parts(given)].sort((one, other) => one.length - other.length);
  return short.length > 0 && long.slice(-short.length).join("/") === short.join("/");
}
