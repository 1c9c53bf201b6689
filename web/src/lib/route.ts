/** Where a reader is on a path. Pure: the page is read and written elsewhere. */

/** One path: `compile/nvidia-gpu`, and the ids of its stages and arrows in the order in which they are told. */
export interface Route {
  readonly address: string;
  readonly order: readonly string[];
}

export type Move = "next" | "back" | "first" | "last";

/** What an id stands for on a route: the sixth of twelve stages. */
export interface Position {
  readonly kind: "stage" | "step";
  readonly number: number;
  readonly total: number;
}

/** An arrow's id names its two ends; a stage's holds no double dash. */
export const isStep = (id: string): boolean => id.includes("--");

/** The id that a move leads to, or null at either end. From nowhere, and from off the path, every move but "last" leads to the start. */
export function moved(order: readonly string[], from: string | null, move: Move): string | null {
  const here = from === null ? -1 : order.indexOf(from);
  const last = order.length - 1;
  if (move === "last") return order[last] ?? null;
  if (move === "first" || here < 0) return order[0] ?? null;
  return order[move === "next" ? here + 1 : here - 1] ?? null;
}

/** Where every id of a route stands. */
export function positions(order: readonly string[]): ReadonlyMap<string, Position> {
  const steps = order.filter(isStep).length;
  const totals = { stage: order.length - steps, step: steps };
  const counted = { stage: 0, step: 0 };
  return new Map(
    order.map((id) => {
      const kind = isStep(id) ? "step" : "stage";
      counted[kind] += 1;
      return [id, { kind, number: counted[kind], total: totals[kind] }];
    }),
  );
}

/** The position in words: "stage 6 of 12". */
export const inWords = (position: Position | undefined): string =>
  position ? `${position.kind} ${position.number} of ${position.total}` : "not on this path";

/** Whether an arrow leaves from elsewhere than the line above it, and whether its target was told before. */
export function turns(order: readonly string[], at: number): { branches: boolean; joins: boolean } {
  const [start, end] = (order[at] ?? "").split("--");
  return { branches: order[at - 1] !== start, joins: order[at + 1] !== end };
}

/** The address after one choice changed: option "eager" for choice 0 of "compile/cpu" gives "eager/cpu". */
export function picked(address: string, choice: number, option: string): string {
  return address.split("/").with(choice, option).join("/");
}
