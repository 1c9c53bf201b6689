/**
 * Which texts stand beside a followed line: those of one descent.
 *
 * A line may become several things at once, such as what runs forward and what runs backward. Panes that each show
 * another of them would look as if one led to the next. So every pane is chosen by the lines of the one before it.
 */
import type { Book } from "./book";
import type { Place } from "./fragment";
import type { Family, LineGraph, Reached, Way } from "./lines";
import { Lines } from "./reached";
import type { ArtifactView } from "./trace-view";

/** What a pane should do: show this text, or say that it shows none of the descent. */
export type Choice = string | null;

const BACKWARD = "backward"; // in the name of a text: what ran to find gradients
const MOST_ASKED = 64; // texts of one kind, of which it is asked where they lead

/** What should stand in the place of each open text that lies above or below the line. */
export function descend(
  book: Book,
  graph: LineGraph,
  place: Place,
  family: Family,
  open: readonly string[],
): ReadonlyMap<string, Choice> {
  const picked = book.text(place.artifact);
  if (!picked) return new Map();
  const others = open
    .flatMap((id) => (id === place.artifact ? [] : (book.text(id) ?? [])))
    .filter((text) => isBeside(book, text, picked));
  const sides = (["down", "up"] as const).map((way) => {
    const towards = way === "down" ? 1 : -1;
    const far = (text: ArtifactView) => towards * (book.depth(text) - book.depth(picked));
    const rank = (text: ArtifactView) => towards * book.texts.findIndex(({ kind }) => kind === text.kind);
    const isOn = (text: ArtifactView) => far(text) > 0 || (far(text) === 0 && reachesKind(book, text, family[way]));
    const ordered = others.filter(isOn).toSorted((one, other) => far(one) - far(other) || rank(one) - rank(other));
    return new Side(book, graph, place, way, family[way], open).choose(ordered);
  });
  return new Map(sides.flatMap((chosen) => [...chosen]));
}

const reachesKind = (book: Book, text: ArtifactView, reached: Reached): boolean =>
  book.siblings(text).some(({ id }) => reached.has(id));

/** Whether two texts can lie on one descent: it stays on one path, or comes from the program, which is on all. */
function isBeside(book: Book, one: ArtifactView, other: ArtifactView): boolean {
  const [rail, otherRail] = [book.railOf(one.unit), book.railOf(other.unit)];
  return rail === otherRail || rail === null || otherRail === null;
}

/** A text on the descent, and what its lit lines lead on to. */
interface Step {
  readonly text: ArtifactView;
  readonly leads: Reached;
}

/** What lies below a line, or what lies above it. */
class Side {
  private readonly taken: Set<string>;
  /** Whether what is open is for several targets, and is there to be compared. */
  private readonly isAbreast: boolean;

  constructor(
    private readonly book: Book,
    private readonly graph: LineGraph,
    private readonly place: Place,
    private readonly way: Way,
    private readonly reached: Reached,
    open: readonly string[],
  ) {
    this.taken = new Set(open);
    const others = open.filter((id) => id !== place.artifact);
    const rails = new Set(others.map((id) => book.railOf(book.artifact(id)?.unit ?? "")));
    this.isAbreast = rails.size > 1 && !others.every((id) => id.includes(BACKWARD));
  }

  choose(panes: readonly ArtifactView[]): ReadonlyMap<string, Choice> {
    const { artifact, line } = this.place;
    const text = this.book.text(artifact);
    if (!text) return new Map();
    const steps: Step[] = [{ text, leads: this.graph.onwards(artifact, Lines.of(line, 0), this.way) }];
    const chosen = new Map<string, Choice>();
    panes.forEach((pane, at) => {
      const ahead = panes.slice(at + 1).filter((one) => one.kind !== pane.kind && isBeside(this.book, one, pane));
      const id = this.next(pane, steps, ahead);
      chosen.set(pane.id, id);
      if (!id) return;
      this.taken.add(id);
      steps.unshift({ text: this.book.text(id) ?? pane, leads: this.leads(id, steps) });
    });
    return chosen;
  }

  /** The best text of a pane's kind that the nearest step leads to, of those that could lead to that kind at all. */
  private next(pane: ArtifactView, steps: readonly Step[], ahead: readonly ArtifactView[]): Choice {
    const free = this.book.siblings(pane).filter(({ id }) => id === pane.id || !this.taken.has(id));
    for (const { text, leads } of steps.filter((step) => isBeside(this.book, step.text, pane))) {
      const found = free.filter(({ id }) => leads.has(id) && id !== this.place.artifact);
      if (found.length > 0) return this.best(pane, found, leads, steps, ahead);
      if (text.kind !== pane.kind && this.leadsToKind(text, pane)) return null;
    }
    return null;
  }

  private best(
    pane: ArtifactView,
    found: readonly ArtifactView[],
    leads: Reached,
    steps: readonly Step[],
    ahead: readonly ArtifactView[],
  ): string {
    const kernels = new Map<string, number>(); // how much of the line each holds, by the first of its candidates
    const kernelOf = (text: ArtifactView) => this.book.kernelOf(text)?.id ?? text.id;
    for (const text of found) {
      const kernel = kernelOf(text);
      if (!kernels.has(kernel)) kernels.set(kernel, leads.get(text.id)?.size ?? 0);
    }
    const worth = (text: ArtifactView): readonly number[] => {
      const { id } = text;
      const on = ahead.length > 0 ? this.leads(id, steps) : null;
      const [stays, back] = [id === pane.id ? 0 : 1, id.includes(BACKWARD) ? 1 : 0];
      const held = kernels.get(kernelOf(text)) ?? 0;
      const weakest = leads.get(id)?.counts.findIndex((count) => count > 0) ?? 0;
      return [
        this.isAbreast && this.book.runsOthers(text) ? 1 : 0, // a call, beside what the other targets do
        leads.get(id)?.hasFine ? 0 : 1,
        on ? -ahead.filter((one) => reachesKind(this.book, one, on)).length : 0,
        // The same of each target, for them to be compared; else what the reader has before them, where it is as good.
        ...(this.isAbreast ? [back, -held, stays] : [stays, back]),
        weakest,
        -held,
      ];
    };
    const early = ({ id }: ArtifactView) => (id === pane.id ? 0 : id.includes(BACKWARD) ? 2 : 1);
    const asked = found.toSorted((one, other) => early(one) - early(other)).slice(0, MOST_ASKED);
    const ranked = asked.map((text) => ({ id: text.id, worth: worth(text) }));
    return ranked.toSorted((one, other) => compared(one.worth, other.worth))[0]?.id ?? pane.id;
  }

  /** Where the lines of a text go that the step before it leads to. */
  private leads(id: string, steps: readonly Step[]): Reached {
    const lit = steps.find(({ leads }) => leads.has(id))?.leads.get(id) ?? this.reached.get(id);
    return lit ? this.graph.onwards(id, lit, this.way) : new Map();
  }

  /** Whether any map, or several one after the other, leads from texts like one to texts like another. */
  private leadsToKind(from: ArtifactView, to: ArtifactView): boolean {
    const wanted = new Set(this.book.siblings(to).map(({ id }) => id));
    const met = new Set(this.book.siblings(from).map(({ id }) => id));
    for (const id of met) {
      const maps = this.way === "down" ? this.book.mapsFrom(id) : this.book.mapsInto(id);
      for (const map of maps) {
        const next = this.way === "down" ? map.to : map.from;
        if (wanted.has(next)) return true;
        met.add(next);
      }
    }
    return false;
  }
}

/** The first number in which two differ decides. */
function compared(one: readonly number[], other: readonly number[]): number {
  return one.map((number, at) => number - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
