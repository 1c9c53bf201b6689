/** What a key means to somebody who walks a path. */
import type { Move } from "./route";

const MOVES: ReadonlyMap<string, Move> = new Map([
  ["ArrowDown", "next"],
  ["ArrowRight", "next"],
  ["ArrowUp", "back"],
  ["ArrowLeft", "back"],
  ["Home", "first"],
  ["End", "last"],
]);

/** Keys that scroll a page keep doing so until a reader has begun to walk; these two are free from the start. */
const FREE = new Set(["ArrowRight", "ArrowLeft"]);

/** The move that a key asks for. `walking` says that a stage is open or that the focus is among them. */
export function moveFor(key: string, walking: boolean): Move | null {
  return walking || FREE.has(key) ? (MOVES.get(key) ?? null) : null;
}

/** Whether a key event belongs to the field it was typed into, or to the browser. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return true;
  const target = event.target;
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null
  );
}
