/** What a reader sees of the picture, and how much scrolling that takes. */

import type { Stop } from "./stops";

/** The drawing of a stop that fits the window. */
export const seen = (stop: Stop): SVGElement | undefined =>
  stop.drawn.map(({ element }) => element).find((element) => element.checkVisibility());

/** Scrolls only when what was picked would stand outside the window, under the bar or under the sheet. */
export function inView(stop: Stop, explainer: HTMLElement): void {
  const window = explainer.ownerDocument.defaultView;
  const box = seen(stop)?.getBoundingClientRect();
  if (!window || !box) return;
  const top = Math.max(0, explainer.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
  const bottom = uncovered(explainer, window);
  if (box.top < top || box.bottom > bottom) window.scrollBy(0, (box.top + box.bottom) / 2 - (top + bottom) / 2);
}

/** The lowest line that the sheet over the foot of a narrow window leaves free. */
function uncovered(explainer: Element, window: Window): number {
  const reading = explainer.querySelector(".reading");
  if (!reading || window.getComputedStyle(reading).position !== "fixed") return window.innerHeight;
  return Math.min(reading.getBoundingClientRect().top, window.innerHeight);
}
