/** One screen holds what is looked at together; the lists of the page stay below it. */
import { element } from "../../lib/element";

/** Moves the pieces of the page into place. Returns where tools go. */
export function layOut(head: HTMLElement, body: HTMLElement, panes: HTMLElement, status: HTMLElement): HTMLElement {
  const page = head.ownerDocument;
  const screen = element(page, "div", { class: "trace-screen" });
  const desk = element(page, "div", { class: "trace-desk" });
  head.before(screen);
  screen.append(head, body, status);
  panes.before(desk);
  desk.append(panes);
  const button = (attributes: Record<string, string>, name: string) =>
    element(page, "button", { type: "button", ...attributes }, name);
  const stages = button({ "data-stages": "", "aria-expanded": "false" }, "Stages");
  const keys = button({ "data-help": "", "aria-keyshortcuts": "?" }, "Keys");
  const tools = element(page, "div", { class: "trace-tools" }, stages, keys);
  head.append(tools);
  return tools;
}
