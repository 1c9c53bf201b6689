/** Bytes as UTF-8, with U+FFFD for what is none. A byte order mark stays: columns count it. */
export const decoded = (bytes: ArrayBuffer): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** The lines of a text. A line ends at `\n` and nowhere else; one at the very end begins no further line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

/** Where a column, counted in characters, stands in a string, which counts in UTF-16 units. */
export function unitsBefore(line: string, column: number): number {
  let at = 0;
  for (let passed = 0; passed < column && at < line.length; passed++) {
    at += (line.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return at;
}
