/** Moves as little as it can: what a browser has laid out and need not move is not laid out again. */

/** Puts the named elements last in their parent, in the given order. The others go to its front. */
export function inOrder(parent: Element, order: readonly string[], elements: ReadonlyMap<string, Element>): void {
  const wanted = order.flatMap((id) => elements.get(id) ?? []);
  const kept = new Set(wanted);
  const first = wanted.find((element) => element.parentElement === parent);
  for (const element of elements.values()) {
    const follows = first && element.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_PRECEDING;
    if (!kept.has(element) && element.parentElement === parent && follows) parent.insertBefore(element, first);
  }
  let next: Element | null = null;
  for (const element of wanted.reverse()) {
    if (element.parentElement !== parent || element.nextElementSibling !== next) parent.insertBefore(element, next);
    next = element;
  }
}
