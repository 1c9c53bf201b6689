/**
 * What the viewer is told of a trace: `/traces/<slug>/index.json`.
 *
 * The shape is written down in `chipward/site/traces/view.py`; a test holds this file to it. What the viewer has no
 * use for is left out.
 */
import type { EdgeKind } from "./line-map";

export interface Place {
  readonly artifact: string;
  readonly line: number;
}

export interface Recipe {
  readonly how: string;
  readonly command: readonly string[];
  readonly versions: readonly string[];
}

export interface ArtifactView {
  readonly id: string;
  readonly unit: string;
  readonly kind: string;
  readonly kind_title: string;
  readonly title: string;
  readonly layer: string;
  readonly language: string;
  readonly noun: readonly [one: string, many: string];
  readonly origin: "executed" | "compiled" | "dry-run" | "shipped";
  readonly cached: boolean;
  readonly lines: number | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly recipe: Recipe;
  readonly shell: string | null;
  readonly made_from: string | null;
  readonly page: string | null;
  readonly raw: string | null;
  readonly filename: string;
  readonly taken_out: string | null;
}

export interface UnitView {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly kernel: string | null;
  readonly parent: string | null;
  readonly rail: number;
  readonly folded_into: string | null;
  readonly kernels: number;
  readonly takes: string | null;
}

export interface Loss {
  readonly side: "from" | "to";
  readonly lines: number;
  readonly why: string;
}

export interface MapView {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly method: string;
  readonly file: string | null;
  readonly start_lines: number;
  readonly start_mapped: number;
  readonly end_lines: number;
  readonly end_mapped: number;
  readonly kinds: Readonly<Partial<Record<EdgeKind, number>>>;
  readonly losses: readonly Loss[];
}

export interface BandView {
  readonly layer: string;
}

export interface RailView {
  readonly target: string;
  readonly bands: readonly BandView[];
}

export interface FindingView {
  readonly kind: string;
  readonly text: string;
  readonly advice: string | null;
  readonly unit: string | null;
}

export interface AbreastView {
  readonly source: Place;
}

export interface TraceView {
  readonly rails: readonly RailView[];
  readonly units: readonly UnitView[];
  readonly artifacts: readonly ArtifactView[];
  readonly maps: readonly MapView[];
  readonly findings: readonly FindingView[];
  readonly start: readonly string[];
  readonly at: Place | null;
  readonly abreast: AbreastView | null;
}
