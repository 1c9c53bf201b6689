/** Where a trace is read from: a server, or the page itself. Each text and each map is read when it is first shown. */
import type { MapFile } from "./line-map";
import { decoded } from "./text";
import type { ArtifactView, MapView, TraceView } from "./trace-view";

export interface Store {
  index(): Promise<TraceView>;
  /** What an artifact is, byte by byte. */
  bytes(artifact: ArtifactView): Promise<ArrayBuffer>;
  map(map: MapView): Promise<MapFile>;
}

/** The store of a page: the folder of the index that it names, or what is embedded in it where it names none. */
export const storeOf = (page: Document, index: string | undefined): Store =>
  index === undefined ? embedded(page) : served(new URL(index, page.baseURI));

const INDEX = "trace_index";

/** Reads the files beside the page. */
export function served(index: URL, ask: typeof fetch = fetch): Store {
  const read = async (file: string | null): Promise<Response> => {
    const answer = await ask(new URL(file ?? "", index));
    if (!answer.ok) throw new Error(`${file} cannot be read: ${answer.status} ${answer.statusText}`.trim());
    return answer;
  };
  return {
    index: async () => (await read(index.href)).json(),
    bytes: async ({ raw }) => (await read(raw)).arrayBuffer(),
    map: async ({ file }) => (await read(file)).json(),
  };
}

/** Reads the blocks of a page that is complete in itself. */
export function embedded(page: Document): Store {
  const block = (id: string): string => {
    const text = page.getElementById(id)?.textContent;
    if (!text) throw new Error(`this page does not hold ${id}`);
    return text;
  };
  return {
    index: async () => JSON.parse(block(INDEX)),
    bytes: async ({ sha256 }) => inflated(block(`raw_${sha256}`)),
    map: async ({ id }) => JSON.parse(decoded(await inflated(block(`map_${id}`)))),
  };
}

/** What base64 of a zlib stream stands for. */
export async function inflated(base64: string): Promise<ArrayBuffer> {
  const packed = atob(base64.trim());
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at++) bytes[at] = packed.charCodeAt(at);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}
