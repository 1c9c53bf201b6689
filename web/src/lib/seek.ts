/** Search in texts of any size, in slices short enough that the page goes on answering. */

export interface Hit {
  readonly line: number;
  readonly text: string;
}

const SLICE = 8; // milliseconds
const STRIDE = 2_000; // characters between looks at the clock, at least
const SHOWN = 160; // characters of a line

/**
 * The lines of a text that hold the words, in any case, the first of them up to a number, and how many there are.
 *
 * `pause` is awaited whenever a slice has been used up; it returns false to give up.
 */
export async function seek(
  text: string,
  words: string,
  most: number,
  pause: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): Promise<{ hits: readonly Hit[]; count: number } | null> {
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  const hits: Hit[] = [];
  let [count, line, counted, checked, started] = [0, 1, 0, 0, now()];
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { index } = found;
    for (let end = text.indexOf("\n", counted); end >= 0 && end < index; end = text.indexOf("\n", counted)) {
      line++;
      counted = end + 1;
    }
    count++;
    const end = text.indexOf("\n", index);
    if (hits.length < most) hits.push({ line, text: excerpt(text, counted, index, end < 0 ? text.length : end) });
    if (end < 0) break;
    pattern.lastIndex = end;
    if (index - checked > STRIDE && now() - started > SLICE) {
      if (!(await pause())) return null;
      [checked, started] = [index, now()];
    }
  }
  return { hits, count };
}

/** The line around a hit, cut where it is long. */
function excerpt(text: string, start: number, index: number, end: number): string {
  const from = index - start > SHOWN / 2 ? index - SHOWN / 4 : start;
  const to = Math.min(end, from + SHOWN);
  return `${from > start ? "… " : ""}${text.slice(from, to).trim()}${to < end ? " …" : ""}`;
}
