/** Pieces of a trace that nobody recorded. */
import type { ArtifactView, MapView, TraceView, UnitView } from "../../web/src/lib/trace-view";

export const artifactOf = (known: Partial<ArtifactView>): ArtifactView => ({
  id: "graph-0/aten",
  unit: "graph-0",
  kind: "aten-graph",
  kind_title: "ATen graph",
  title: "after fusion",
  layer: "graph-ir",
  language: "python",
  noun: ["op", "ops"],
  origin: "executed",
  cached: false,
  lines: 10,
  bytes: 100,
  sha256: known.id ?? "0",
  recipe: { how: "By hand", command: [], versions: [] },
  shell: null,
  made_from: null,
  page: null,
  raw: null,
  filename: "aten.py",
  taken_out: null,
  ...known,
});

export const mapOf = (known: Partial<MapView>): MapView => ({
  id: "0",
  from: "program/mlp.py",
  to: "graph-0/aten",
  method: "By hand",
  file: null,
  start_lines: 10,
  start_mapped: 3,
  end_lines: 10,
  end_mapped: 5,
  kinds: { exact: 5 },
  losses: [],
  ...known,
});

export const unitOf = (known: Partial<UnitView>): UnitView => ({
  id: "graph-0",
  name: "forward",
  kind: "graph",
  parent: null,
  kernel: null,
  rail: 0,
  folded_into: null,
  kernels: 0,
  takes: null,
  ...known,
});

export const traceOf = (known: Partial<TraceView>): TraceView => ({
  rails: [{ target: "cpu", bands: ["your-code", "graph-ir", "kernels", "machine-code"].map((layer) => ({ layer })) }],
  units: [],
  artifacts: [],
  maps: [],
  findings: [],
  start: [],
  at: null,
  abreast: null,
  ...known,
});
