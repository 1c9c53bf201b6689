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
  if (url.pathname !== window.location.pathname) writeOutLinks(window.document);
  try {
    window.history.pushState(null, "", url);
    return true;
  } catch {
    return false;
  }
}

const RELATIVE = ':is(a, link:not([rel="stylesheet"]))[href]:not([href*="://"], [href^="#"]), a[data-goto][href^="#"]';

/** Links are relative to the address: before it moves to another folder, they are written out. */
export function writeOutLinks(document: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement | HTMLLinkElement>(RELATIVE)) {
    link.setAttribute("href", link.href);
  }
  for (const form of document.forms) form.setAttribute("action", form.action);
}
