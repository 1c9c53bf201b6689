/** The sections of a text that tells of changes one after the other: each begins with a heading. */

export interface Section {
  /** The line of its heading, from 1. */
  readonly line: number;
  readonly title: string;
}

const HEADING = "### ";

export function sectionsOf(lines: readonly string[]): readonly Section[] {
  return lines.flatMap((text, at) =>
    text.startsWith(HEADING) ? [{ line: at + 1, title: text.slice(HEADING.length).trim() }] : [],
  );
}

/** Which section a line stands in, by its place among them; the first one for what stands above it. */
export function sectionAt(sections: readonly Section[], line: number): number {
  const after = sections.findIndex((section) => section.line > line);
  return Math.max(0, (after < 0 ? sections.length : after) - 1);
}
