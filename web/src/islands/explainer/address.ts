/** The addresses of an explainer's paths, and how a page moves between them. */
import type { Route } from "../../lib/route";

export interface PathLink extends Route {
  readonly url: URL;
  readonly title: string;
  readonly drawing: string; // what a screen reader calls the picture
  readonly link: HTMLAnchorElement;
}

/** Reads every path from the list at the end of the page. */
export function readPaths(explainer: Element): ReadonlyMap<string, PathLink> {
  const links = explainer.querySelectorAll<HTMLAnchorElement>("a[data-order]");
  return new Map(
    [...links].map((link) => {
      const { goto = "", order = "", title = "", drawing = "" } = link.dataset;
      return [goto, { address: goto, order: order.split(" "), title, drawing, url: new URL(link.href), link }];
    }),
  );
}

/** Changes the address without loading. False where that is refused, as it is between files. */
export function follow(window: Window, url: URL): boolean {
  if (url.href === window.location.href) return true;
  fixLinks(window, url);
  try {
    window.history.pushState(null, "", url);
    return true;
  } catch {
    return false;
  }
}

/** Links are relative to the address: before it moves to another folder, they are written out. */
function fixLinks(window: Window, url: URL): void {
  if (url.pathname === window.location.pathname) return;
  for (const link of window.document.links) {
    if (link instanceof HTMLAnchorElement && !link.getAttribute("href")?.startsWith("#"))
      link.setAttribute("href", link.href);
  }
  for (const form of window.document.forms) form.setAttribute("action", form.action);
}

/** Scrolls only when what was picked would stand outside the window, under the bar or under the sheet. */
export function inView(drawn: Element, explainer: HTMLElement): void {
  const { innerHeight, innerWidth } = explainer.ownerDocument.defaultView as Window;
  const box = drawn.getBoundingClientRect();
  const bar = explainer.querySelector(".bar")?.getBoundingClientRect();
  const sheet = explainer.querySelector(".reading")?.getBoundingClientRect();
  const top = Math.max(0, bar?.bottom ?? 0);
  const covered = sheet && sheet.left <= 0 && sheet.right >= innerWidth && sheet.bottom >= innerHeight;
  const bottom = covered ? Math.min(sheet.top, innerHeight) : innerHeight;
  if (box.top >= top && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth) return;
  const middle = (box.top + box.bottom) / 2 - (top + bottom) / 2;
  explainer.ownerDocument.defaultView?.scrollBy({ top: middle });
  const canvas = drawn.closest(".canvas");
  if (canvas)
    canvas.scrollLeft += (box.left + box.right) / 2 - canvas.getBoundingClientRect().left - canvas.clientWidth / 2;
}
