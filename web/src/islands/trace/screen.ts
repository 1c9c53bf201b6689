/** One screen holds what is looked at together; the lists of the page stay below it. */
import { element } from "../../lib/element";

/** What is new on the screen. */
export interface Screen {
  readonly tools: HTMLElement;
  readonly how: HTMLElement;
  readonly howButton: HTMLElement;
}

/** Moves the pieces of the page into place. */
export function layOut(head: HTMLElement, body: HTMLElement, panes: HTMLElement, status: HTMLElement): Screen {
  const page = head.ownerDocument;
  const screen = element(page, "div", { class: "trace-screen" });
  const desk = element(page, "div", { class: "trace-desk" });
  head.before(screen);
  panes.before(desk);
  desk.append(panes);
  const button = (attributes: Record<string, string>, name: string) =>
    element(page, "button", { type: "button", ...attributes }, name);
  const stages = button({ "data-stages": "", "aria-expanded": "false" }, "Stages");
  const keys = button({ "data-help": "", "aria-keyshortcuts": "?" }, "Keys");
  const tools = element(page, "div", { class: "trace-tools" }, stages, keys);
  head.append(tools);
  const how = element(page, "section", { class: "trace-how", id: "trace_how", "aria-label": "How this is known" });
  how.hidden = true;
  const howButton = button({ "data-how": "", "aria-expanded": "false", "aria-controls": how.id }, "How is this known?");
  screen.append(head, body, element(page, "div", { class: "trace-foot" }, how, status, howButton));
  return { tools, how, howButton };
}
