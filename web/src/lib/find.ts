/** What fits the words that somebody typed, and in which order it is shown. */

/** kind, name, where, text, link: one entry of the search index that the site writes. */
export type Entry = readonly [kind: string, name: string, where: string, text: string, link: string];

export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether every word occurs. `text` is in lower case already. */
export function fits(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** The best entries first: whose name begins with the words, then whose name holds them, then whose text does. */
export function find(entries: readonly Entry[], query: string, most: number): readonly Entry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: rank(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** A tool or a stage is more often meant than a step or a trace; a quote carries the name of what it supports, not its own. */
const WEIGHT: Readonly<Record<string, number>> = { tool: 0.3, stage: 0.2, step: 0.1, trace: 0.1 };

function rank([kind, name, where, text]: Entry, words: readonly string[]): number {
  const title = name.toLowerCase();
  const place = `${title} ${where.toLowerCase()}`;
  const said = text.toLowerCase();
  if (!fits(`${place} ${said}`, words)) return 0;
  const weight = WEIGHT[kind];
  if (weight === undefined) return fits(said, words) ? 0.9 : 0.8;
  const query = words.join(" ");
  if (title === query) return 5 + weight;
  if (title.startsWith(query)) return 4 + weight;
  if (startsAWord(title, query)) return 3 + weight;
  return (fits(place, words) ? 2 : 1) + weight;
}

function startsAWord(title: string, query: string): boolean {
  return title.split(/\s+/).some((_, at, all) => all.slice(at).join(" ").startsWith(query));
}
