/** What a key means to a reader of a trace. */

export type Act =
  | { readonly to: "line"; readonly by: number }
  | { readonly to: "page"; readonly by: 1 | -1 }
  | { readonly to: "end"; readonly by: 1 | -1 }
  | { readonly to: "lit"; readonly by: 1 | -1 }
  | { readonly to: "section"; readonly by: 1 | -1 }
  | { readonly to: "pane"; readonly by: 1 | -1 }
  | { readonly to: "move"; readonly by: 1 | -1 }
  | { readonly to: "pin" | "close" | "abreast" | "clear" | "find" | "facts" | "how" | "help" };

/** Keys that mean something wherever the focus is. */
const ANYWHERE: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["n", { to: "lit", by: 1 }],
  ["p", { to: "lit", by: -1 }],
  [".", { to: "section", by: 1 }],
  [",", { to: "section", by: -1 }],
  ["]", { to: "pane", by: 1 }],
  ["[", { to: "pane", by: -1 }],
  ["}", { to: "move", by: 1 }],
  ["{", { to: "move", by: -1 }],
  ["x", { to: "close" }],
  ["b", { to: "abreast" }],
  ["f", { to: "find" }],
  ["i", { to: "facts" }],
  ["h", { to: "how" }],
  ["?", { to: "help" }],
  ["Escape", { to: "clear" }],
]);

/** Keys that scroll a page, and press buttons, until a text has the focus. */
const IN_A_TEXT: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["ArrowDown", { to: "line", by: 1 }],
  ["ArrowUp", { to: "line", by: -1 }],
  ["PageDown", { to: "page", by: 1 }],
  ["PageUp", { to: "page", by: -1 }],
  ["Home", { to: "end", by: -1 }],
  ["End", { to: "end", by: 1 }],
  ["Enter", { to: "pin" }],
  [" ", { to: "pin" }],
]);

export const actFor = (key: string, inText: boolean): Act | null =>
  ANYWHERE.get(key) ?? (inText ? IN_A_TEXT.get(key) : undefined) ?? null;
