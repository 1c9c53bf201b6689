import assert from "node:assert/strict";
import { test } from "node:test";
import { reveal } from "../../web/src/islands/trace/editor";

/** As much of a view as is asked of it: 20 lines of 10 pixels each, of which 50 pixels are seen. */
function viewOf(lines: readonly string[], { top = 0, aside = 0 } = {}) {
  let moves = 0;
  const scrollDOM = { scrollTop: top, scrollLeft: aside, clientHeight: 50 };
  const view = {
    state: {
      doc: {
        lines: lines.length,
        line: (number: number) => ({
          from: number,
          text: lines[number - 1] ?? "",
        }),
      },
    },
    lineBlockAt: (at: number) => ({ top: (at - 1) * 10, bottom: at * 10 }),
    scrollDOM,
    defaultLineHeight: 10,
    defaultCharacterWidth: 7,
    dispatch: () => {
      moves += 1;
    },
  };
  return {
    view: view as unknown as Parameters<typeof reveal>[0],
    scrollDOM,
    moved: () => moves,
  };
}

const LINES = Array.from({ length: 20 }, (_, at) =>
  at === 3 ? `${" ".repeat(40)}tmp0 = tl.load(x)` : "    y = x + 1",
);

test("a line in sight stays where it is, and one out of sight is brought there", () => {
  const shown = viewOf(LINES);
  reveal(shown.view, 2);
  assert.equal(shown.moved(), 0);
  reveal(shown.view, 12);
  assert.equal(shown.moved(), 1);
});

test("a line that is set in far is brought to the side where its text begins, though it is in sight", () => {
  const shown = viewOf(LINES);
  reveal(shown.view, 4);
  assert.equal(shown.moved(), 0);
  assert.equal(shown.scrollDOM.scrollLeft, (40 - 2) * 7);
});

test("the next line that is not set in far is seen from its beginning again", () => {
  const shown = viewOf(LINES, { aside: 266 });
  reveal(shown.view, 5);
  assert.equal(shown.scrollDOM.scrollLeft, 0);
});

test("a line beyond the end is taken for the last one", () => {
  const shown = viewOf(LINES, { top: 150 });
  reveal(shown.view, 99);
  assert.equal(shown.moved(), 0);
});
