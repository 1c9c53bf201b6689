/** Listings of machine code: an address, an instruction, its operands; a heading before each function. */
import type { StringStream } from "@codemirror/language";

interface State {
  /** What of the line is still to come. */
  next: "address" | "instruction";
}

export const startAssembly = (): State => ({ next: "address" });

export function tokenOfAssembly(stream: StringStream, state: State): string | null {
  if (stream.sol()) state.next = "address";
  if (stream.eatSpace()) return null;
  if (state.next === "address" && stream.match(/^[0-9a-f]+ <.*>:$/)) return "labelName";
  if (stream.match(/^(?:[#;]|\/\/).*/)) return "comment";
  if (state.next === "address" && stream.match(/^[0-9a-f]+(?=:|\s\s)/)) {
    state.next = "instruction";
    return "comment";
  }
  stream.match(/^[^#;/\s]+/) || stream.next();
  return null;
}
