/**
 * The state of the viewer in the part of the address after the hash: `#open=A,B&at=A:9&find=relu`.
 *
 * Ids hold letters, digits, and `._-/` alone, so that an address reads as it is written.
 */

/** A line of an artifact, counted from 1. */
export interface Place {
  readonly artifact: string;
  readonly line: number;
}

export interface View {
  /** The panes from left to right; null where the address leaves the choice to the page. */
  readonly open: readonly string[] | null;
  readonly at: Place | null;
  readonly find: string;
}

const ID = /^[\w.-]+\/[\w.-]+$/;
const NAME = /^[\w.-]+(\/[\w.-]+)*$/; // an id, or the name of a file
const MOST = 24;

export function readFragment(hash: string): View {
  const bare = readPlace(decoded(hash.slice(1))); // what a page without script has in the place of an address
  if (bare) return { open: null, at: bare, find: "" };
  const told = new URLSearchParams(hash.slice(1));
  const open = told.get("open");
  const ids = open?.split(",").filter((id) => ID.test(id));
  return {
    open: ids ? [...new Set(ids)].slice(0, MOST) : null,
    at: readPlace(told.get("at") ?? ""),
    find: told.get("find") ?? "",
  };
}

export function writeFragment({ open, at, find }: View): string {
  const told = [
    open && `open=${open.join(",")}`,
    at && `at=${at.artifact}:${at.line}`,
    find && `find=${encodeURIComponent(find)}`,
  ];
  return `#${told.filter(Boolean).join("&")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** `A:9`, the ninth line of A. A may be the name of a file, too: a book knows which text that is. */
export function readPlace(text: string): Place | null {
  const [artifact = "", line = ""] = text.split(":");
  return NAME.test(artifact) && /^[1-9]\d{0,8}$/.test(line) ? { artifact, line: Number(line) } : null;
}
