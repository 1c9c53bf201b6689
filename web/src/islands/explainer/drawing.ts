/** Turns a page that shows one path into a page that shows another. Everything needed is there already. */
import { inWords, type Position, picked, positions, turns } from "../../lib/route";
import type { PathLink } from "./address";
import { inOrder } from "./order";
import { sightFirst } from "./sightings";
import type { Drawn, Stop, Stops } from "./stops";

type Places = ReadonlyMap<string, Position>;

export function drawPath(
  explainer: HTMLElement,
  stops: Stops,
  path: PathLink,
  paths: ReadonlyMap<string, PathLink>,
): void {
  const places = positions(path.order);
  explainer.ownerDocument.title = path.title;
  for (const title of explainer.querySelectorAll(".route-title")) title.textContent = path.link.textContent;
  pick(explainer, path, paths);
  for (const [id, stop] of stops) {
    const place = places.get(id);
    for (const drawn of stop.drawn) redraw(drawn, place, path.address);
    stop.line.hidden = place === undefined;
    stop.position.textContent = inWords(place);
    showOthers(stop, path.address);
    if (place) sightFirst(stop, path.address);
  }
  path.order.forEach((id, at) => {
    const { branches, joins } = turns(path.order, at);
    const { from, to } = stops.get(id) ?? {};
    if (from) from.hidden = !branches;
    if (to) to.hidden = !joins;
  });
  arrange(explainer, stops, path, places);
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

function redraw({ element, name }: Drawn, place: Position | undefined, address: string): void {
  const seen = element.querySelector<SVGElement>(".seen");
  seen?.classList.toggle("here", seen.dataset.seen?.split(" ").includes(address));
  element.classList.toggle("on", place !== undefined);
  element.classList.toggle("off", place === undefined);
  if (place) element.removeAttribute("tabindex");
  else element.setAttribute("tabindex", "-1");
  const spoken = place?.kind === "stage" ? `Stage ${place.number} of ${place.total}, ${name}` : name;
  element.setAttribute("aria-label", spoken);
}

/** "Also on" names every place but the one that is being read. */
function showOthers(stop: Stop, address: string): void {
  for (const other of stop.others) other.hidden = other.dataset.on === address;
  stop.nowhere.hidden = stop.others.some((other) => !other.hidden);
}

/** Puts the pictures, the list and the panels into walking order. What lies off the path comes first, or elsewhere. */
function arrange(explainer: HTMLElement, stops: Stops, path: PathLink, places: Places): void {
  const all = [...stops];
  for (const [which, picture] of explainer.querySelectorAll(".pipeline").entries()) {
    picture.setAttribute("aria-label", path.drawing);
    inOrder(picture, path.order, new Map(all.flatMap(([id, { drawn }]) => pair(id, drawn[which]?.element))));
  }
  const list = explainer.querySelector(".route");
  if (list) inOrder(list, path.order, new Map(all.map(([id, { line }]) => [id, line])));
  const told = explainer.querySelector("ol.panels");
  const rest = explainer.querySelector(".rest .panels");
  for (const [id, { entry }] of all) if (!places.has(id) && entry.parentElement !== rest) rest?.append(entry);
  if (told) inOrder(told, path.order, new Map(all.map(([id, { entry }]) => [id, entry])));
}

const pair = (id: string, element: Element | undefined): [string, Element][] => (element ? [[id, element]] : []);
