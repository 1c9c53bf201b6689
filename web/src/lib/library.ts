/** The texts and maps of a trace, each read once, when it is first needed. */
import type { Book } from "./book";
import { NO_EDGES, readMap } from "./line-map";
import type { LineGraph } from "./lines";
import type { Store } from "./store";
import { decoded } from "./text";
import type { ArtifactView } from "./trace-view";

const AT_ONCE = 6; // what a browser asks of one server at a time
const KEPT = 12; // texts beside those that are shown

export class Library {
  private readonly texts = new Map<string, Promise<string>>();
  private readonly maps = new Map<string, Promise<void>>();
  /** What could not be read, a sentence each. */
  readonly troubles = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly book: Book,
    private readonly graph: LineGraph,
  ) {}

  /** The bytes of an artifact. They are not kept. */
  bytes(artifact: ArtifactView): Promise<ArrayBuffer> {
    return this.store.bytes(artifact);
  }

  /** The text of an artifact. Equal texts are read once. */
  text(artifact: ArtifactView): Promise<string> {
    const { sha256 } = artifact;
    const text = this.texts.get(sha256) ?? this.bytes(artifact).then(decoded);
    this.texts.delete(sha256);
    this.texts.set(sha256, text); // the last is the one used last
    text.catch(() => this.texts.delete(sha256));
    for (const oldest of [...this.texts.keys()].slice(0, -KEPT)) this.texts.delete(oldest);
    return text;
  }

  /** Reads maps into the graph, a few at a time. */
  async open(ids: readonly string[]): Promise<void> {
    const waiting = [...ids];
    while (waiting.length > 0) await Promise.all(waiting.splice(0, AT_ONCE).map((id) => this.map(id)));
  }

  private map(id: string): Promise<void> {
    const known = this.maps.get(id) ?? this.read(id);
    this.maps.set(id, known);
    return known;
  }

  private async read(id: string): Promise<void> {
    const map = this.book.map(id);
    if (!map) return;
    try {
      const lines = { from: map.start_lines, to: map.end_lines };
      this.graph.add(id, readMap(await this.store.map(map), lines));
    } catch (refused) {
      this.graph.add(id, NO_EDGES);
      this.troubles.add(`A line map cannot be read: ${refused instanceof Error ? refused.message : String(refused)}.`);
    }
  }
}
