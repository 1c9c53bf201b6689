/** What a reader sees of the picture, and how much scrolling that takes. */

/** Scrolls only when what was picked would stand outside the window, under the bar or under the sheet. */
export function inView(drawn: Element, explainer: HTMLElement): void {
  const window = explainer.ownerDocument.defaultView;
  if (!window) return;
  const box = drawn.getBoundingClientRect();
  const top = Math.max(0, explainer.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
  const bottom = uncovered(explainer, window);
  if (box.top < top || box.bottom > bottom) window.scrollBy(0, (box.top + box.bottom) / 2 - (top + bottom) / 2);
  const canvas = drawn.closest(".canvas");
  if (canvas) sideways(canvas, drawn);
}

/** Shows the trunk of the path where the picture is wider than its frame. */
export function centre(explainer: Element): void {
  const canvas = explainer.querySelector(".canvas");
  const first = canvas?.querySelector(".stage.on");
  if (canvas && first && canvas.scrollLeft === 0) sideways(canvas, first);
}

function sideways(canvas: Element, drawn: Element): void {
  const frame = canvas.getBoundingClientRect();
  const box = drawn.getBoundingClientRect();
  if (box.left >= frame.left && box.right <= frame.right) return;
  canvas.scrollLeft += (box.left + box.right) / 2 - (frame.left + frame.right) / 2;
}

/** The lowest line that the sheet over the foot of a narrow window leaves free. */
function uncovered(explainer: Element, window: Window): number {
  const reading = explainer.querySelector(".reading");
  if (!reading || window.getComputedStyle(reading).position !== "fixed") return window.innerHeight;
  return Math.min(reading.getBoundingClientRect().top, window.innerHeight);
}
