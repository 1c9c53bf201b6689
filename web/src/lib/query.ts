/** The part of the address after the question mark, as the state of a filter. */

export function readQuery(document: Document): URLSearchParams {
  return new URLSearchParams(document.location.search);
}

/** Writes what is not empty. Browsers may refuse to change the address of a page opened from a file. */
export function keepQuery(document: Document, state: Readonly<Record<string, string>>): void {
  const url = new URL(document.location.href);
  url.search = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "")).toString();
  if (url.href === document.location.href) return;
  try {
    document.defaultView?.history.replaceState(document.defaultView.history.state, "", url);
  } catch {
    // The filter works all the same; only its address cannot be shared.
  }
}
