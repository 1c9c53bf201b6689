/** Follows a line through the maps, and reads those that are still missing. */
import type { Place } from "../../lib/fragment";
import type { Library } from "../../lib/library";
import type { Family, LineGraph } from "../../lib/lines";
import type { Lit, Pane } from "./pane";

/** Whether so many lines are related, in all texts or in some, that there is no time to look at each. */
export const isCrowd = ({ down, up }: Family, texts: ReadonlySet<string> | null = null): boolean =>
  [...down, ...up].reduce((sum, [id, { size }]) => (texts === null || texts.has(id) ? sum + size : sum), 0) > CROWD;

const CROWD = 20_000;

/** Lights up the relatives of a line in panes, those from afar if asked to. */
export function lightUp(graph: LineGraph, panes: readonly Pane[], place: Place, family: Family, afar: boolean): void {
  const kin = afar ? family.kin() : null;
  for (const pane of panes) {
    const { id } = pane.artifact;
    const here = id === place.artifact ? place.line : null;
    const up = family.up.get(id);
    const lit: Lit = {
      here,
      strong: family.down.get(id) ?? up,
      kin: kin?.get(id),
      spans: (line) => {
        if (line === here) return graph.spans(id, line);
        return up?.has(line) ? graph.spans(id, line, wayDown(place, family)) : [];
      },
    };
    pane.light(lit);
  }
}

/** What lies between an ancestor and the followed line, itself included. */
function wayDown({ artifact, line }: Place, { up }: Family): (text: string, at: number) => boolean {
  return (text, at) => (text === artifact && at === line) || (up.get(text)?.has(at) ?? false);
}

/** Follows a line; tells again each time that further maps have been read. */
export async function followAll(
  graph: LineGraph,
  library: Library,
  place: Place,
  shown: () => readonly string[],
  isWanted: (map: string) => boolean,
  dwell: number,
  tell: (family: Family, left: number) => boolean,
): Promise<void> {
  for (;;) {
    const family = graph.follow(place.artifact, place.line);
    const wanted = graph.wanted(place.artifact, family, shown()).filter(isWanted);
    if (!tell(family, wanted.length) || wanted.length === 0) return;
    if (dwell > 0) await new Promise((go) => setTimeout(go, dwell));
    if (!tell(family, wanted.length)) return;
    await library.open(wanted.slice(0, SOME));
  }
}

const SOME = 6; // maps, before what is known by then is shown
