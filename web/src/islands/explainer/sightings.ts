/** Where a stage was seen in traces: what was seen on the path that is read stands first. */
import type { Stop } from "./stops";

/** Orders the rows of a panel. Its lists, of which the second is folded, keep their lengths. */
export function sightFirst({ entry, sightings }: Stop, address: string): void {
  const lists = [...entry.querySelectorAll(".sightings")];
  const sizes = lists.map((list) => list.children.length);
  const others = (row: HTMLElement) => Number(row.dataset.route !== address);
  const ordered = sightings.toSorted((one, other) => others(one) - others(other));
  for (const [at, list] of lists.entries()) list.append(...ordered.splice(0, sizes[at]));
}
