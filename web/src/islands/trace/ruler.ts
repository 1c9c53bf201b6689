/** A strip beside a text that shows where in all of it lines are lit. */
import type { Lines } from "../../lib/reached";

/** Draws ticks at the heights of lines. Those of `kin` lie below those of `lit`. */
export function drawRuler(
  strip: HTMLCanvasElement,
  total: number,
  kin: Lines | undefined,
  lit: Lines | undefined,
): void {
  const window = strip.ownerDocument.defaultView as Window;
  const pen = strip.getContext("2d");
  if (!pen) return;
  const height = Math.round(strip.clientHeight * window.devicePixelRatio);
  if (strip.height !== height) strip.height = height;
  pen.clearRect(0, 0, strip.width, strip.height);
  const style = window.getComputedStyle(strip);
  const tick = Math.max(2 * window.devicePixelRatio, height / Math.max(total, 1));
  for (const [lines, colour] of [
    [kin, style.getPropertyValue("outline-color")],
    [lit, style.getPropertyValue("color")],
  ] as const) {
    if (!lines) continue;
    pen.fillStyle = colour;
    const rows = new Uint8Array(height);
    for (const line of lines.numbers) rows[Math.floor(((line - 1) / total) * height)] = 1;
    rows.forEach((marked, top) => {
      if (marked) pen.fillRect(0, top, strip.width, tick);
    });
  }
}
