/** Turns a page that shows one path into a page that shows another. Everything needed is there already. */
import { inWords, type Position, picked, positions, turns } from "../../lib/route";
import type { PathLink } from "./address";
import { inOrder } from "./order";

type Places = ReadonlyMap<string, Position>;

export function drawPath(explainer: HTMLElement, path: PathLink, paths: ReadonlyMap<string, PathLink>): void {
  const places = positions(path.order);
  explainer.ownerDocument.title = path.title;
  for (const title of explainer.querySelectorAll(".route-title")) title.textContent = path.link.textContent;
  pick(explainer, path, paths);
  for (const picture of explainer.querySelectorAll(".pipeline")) redraw(picture, path, places);
  arrangeOutline(explainer, path.order, places);
  arrangePanels(explainer, path, places);
}

/** The pickers, the tally and the list of paths. */
function pick(explainer: HTMLElement, path: PathLink, paths: ReadonlyMap<string, PathLink>): void {
  for (const [choice, picker] of explainer.querySelectorAll(".picker").entries()) {
    for (const link of picker.querySelectorAll<HTMLAnchorElement>("a[data-option]")) {
      const leads = picked(path.address, choice, link.dataset.option ?? "");
      link.href = paths.get(leads)?.url.href ?? link.href;
      mark(link, leads === path.address, "true");
    }
  }
  for (const other of paths.values()) mark(other.link, other === path, "page");
  const counts = path.link.parentElement?.querySelector(".soft")?.cloneNode(true).childNodes ?? [];
  explainer.querySelector(".tally")?.replaceChildren(...counts);
}

function mark(link: Element, current: boolean, how: string): void {
  if (current) link.setAttribute("aria-current", how);
  else link.removeAttribute("aria-current");
}

/** The picture: what is on the path comes last, in walking order, so that it lies on top and the tab key follows it. */
function redraw(picture: Element, path: PathLink, places: Places): void {
  const drawn = new Map<string, SVGElement>();
  for (const one of picture.querySelectorAll<SVGElement>("[data-stage], [data-step]")) {
    const id = one.dataset.stage ?? one.dataset.step ?? "";
    const at = places.get(id);
    drawn.set(id, one);
    one.classList.toggle("on", at !== undefined);
    one.classList.toggle("off", at === undefined);
    if (at) one.removeAttribute("tabindex");
    else one.setAttribute("tabindex", "-1");
    const name = one.getAttribute("aria-label")?.replace(/^Stage \d+ of \d+, /, "") ?? "";
    one.setAttribute("aria-label", at?.kind === "stage" ? `Stage ${at.number} of ${at.total}, ${name}` : name);
  }
  inOrder(picture, path.order, drawn);
  picture.setAttribute("aria-label", path.drawing);
}

const byStop = (...lists: readonly Element[]): ReadonlyMap<string, HTMLElement> =>
  new Map(
    lists.flatMap((list) =>
      [...list.querySelectorAll<HTMLElement>(":scope > [data-stop]")].map((line) => [line.dataset.stop ?? "", line]),
    ),
  );

/** The list of the path: its lines in walking order, the others out of sight. */
function arrangeOutline(explainer: HTMLElement, order: readonly string[], places: Places): void {
  const list = explainer.querySelector(".route");
  if (!list) return;
  const lines = byStop(list);
  for (const [id, line] of lines) line.hidden = !places.has(id);
  order.forEach((id, at) => {
    const { branches, joins } = turns(order, at);
    for (const from of lines.get(id)?.querySelectorAll<HTMLElement>(".from") ?? []) from.hidden = !branches;
    for (const to of lines.get(id)?.querySelectorAll<HTMLElement>(".to") ?? []) to.hidden = !joins;
  });
  inOrder(list, order, lines);
}

/** The panels: those of the path in walking order, the others under their own heading. */
function arrangePanels(explainer: HTMLElement, path: PathLink, places: Places): void {
  const told = explainer.querySelector("ol.panels");
  const rest = explainer.querySelector(".rest .panels");
  if (!told || !rest) return;
  const panels = byStop(told, rest);
  for (const [id, panel] of panels) {
    if (!places.has(id) && panel.parentElement !== rest) rest.append(panel);
    const position = panel.querySelector(".position");
    if (position) position.textContent = inWords(places.get(id));
    showOthers(panel, path.address);
  }
  inOrder(told, path.order, panels);
}

/** "Also on" names every place but the one that is being read. */
function showOthers(panel: Element, address: string): void {
  let others = 0;
  for (const line of panel.querySelectorAll<HTMLElement>(".also > li:not(.nowhere)")) {
    line.hidden = line.dataset.on === address;
    others += line.hidden ? 0 : 1;
  }
  for (const nowhere of panel.querySelectorAll<HTMLElement>(".nowhere")) nowhere.hidden = others > 0;
}
