/** The keys, in a dialog. */
import { element } from "../../lib/element";

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["↑", "↓"], "Move the line, and light what it became and came from"],
  [["Page Up", "Page Down", "Home", "End"], "Move further"],
  [["Enter"], "Keep the line: the other panes scroll, the address names it"],
  [["n", "p"], "Next and previous lit line of the pane"],
  [[",", "."], "Previous and next section of the pane: what one pass changed"],
  [["[", "]"], "Pane to the left and to the right"],
  [["{", "}"], "Move the pane to the left and to the right"],
  [["x"], "Close the pane"],
  [["b"], "Machine code of all targets side by side; again with what lies between, and for any two"],
  [["f"], "Search in all texts"],
  [["Ctrl F"], "Search in the pane (⌘ F on a Mac)"],
  [["h"], "Say how it is known what the line became, map by map"],
  [["i"], "Say where the text of the pane comes from, and what makes it"],
  [["Esc"], "Let go of the line"],
  [["?"], "Show these keys"],
];

export function drawHelp(page: Document): HTMLDialogElement {
  const rows = KEYS.flatMap(([keys, what]) => [
    element(page, "dt", {}, ...keys.flatMap((key) => [element(page, "kbd", {}, key), " "])),
    element(page, "dd", {}, what),
  ]);
  const close = element(page, "button", { type: "button", class: "help-close" }, "Close");
  const dialog = element(
    page,
    "dialog",
    { class: "trace-help", "aria-labelledby": "trace_help_name" },
    element(page, "h2", { id: "trace_help_name" }, "Keys"),
    element(page, "dl", {}, ...rows),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  return dialog;
}
