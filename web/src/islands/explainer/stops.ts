/** Every stage and arrow of an explainer, with all the places where the page shows it. Read once, used at every switch. */

export interface Stop {
  readonly drawn: readonly Drawn[]; // once in each picture; one of the pictures fits the window and is seen
  readonly line: HTMLElement; // in the list of the path
  readonly from: HTMLElement | null; // of an arrow: the words for its two ends
  readonly to: HTMLElement | null;
  readonly entry: HTMLElement; // in the list of panels
  readonly heading: HTMLElement;
  readonly position: HTMLElement; // "stage 6 of 12"
  readonly others: readonly HTMLElement[]; // "Also on"
  readonly nowhere: HTMLElement; // shown where there are no others
  readonly sightings: readonly HTMLElement[]; // in traces, of any path, in turn
}

export interface Drawn {
  readonly element: SVGElement;
  readonly name: string; // what a screen reader says of it on any path
}

export type Stops = ReadonlyMap<string, Stop>;

export function readStops(explainer: Element): Stops {
  const drawn = new Map<string, Drawn[]>();
  for (const element of explainer.querySelectorAll<SVGElement>(".pipeline a")) {
    const id = element.dataset.stage ?? element.dataset.step ?? "";
    const name = element.getAttribute("aria-label")?.replace(/^Stage \d+ of \d+, /, "") ?? "";
    drawn.set(id, [...(drawn.get(id) ?? []), { element, name }]);
  }
  const lines = byStop(explainer, ".route > li");
  const stops = new Map<string, Stop>();
  for (const [id, entry] of byStop(explainer, ".panels > li")) {
    const line = lines.get(id);
    const [heading, position, nowhere] = ["h2", ".position", ".nowhere"].map((part) =>
      entry.querySelector<HTMLElement>(part),
    );
    if (!line || !heading || !position || !nowhere) continue;
    stops.set(id, {
      drawn: drawn.get(id) ?? [],
      line,
      from: line.querySelector(".from"),
      to: line.querySelector(".to"),
      entry,
      heading,
      position,
      others: [...entry.querySelectorAll<HTMLElement>(".also > li:not(.nowhere)")],
      nowhere,
      sightings: [...entry.querySelectorAll<HTMLElement>(".sightings > li")].sort(
        (one, other) => Number(one.dataset.turn) - Number(other.dataset.turn),
      ),
    });
  }
  return stops;
}

const byStop = (explainer: Element, lines: string): ReadonlyMap<string, HTMLElement> =>
  new Map(
    [...explainer.querySelectorAll<HTMLElement>(lines)].map((line): [string, HTMLElement] => [
      line.dataset.stop ?? "",
      line,
    ]),
  );
