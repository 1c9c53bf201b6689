/** The panes, side by side: chosen, moved and resized by the reader; one at a time where there is no room. */
import { element } from "../../lib/element";
import type { Pane } from "./pane";

const WIDEST = 4; // times the width that a pane has by itself
const NARROWEST = 0.4;
const NUDGE = 0.1;

export class Row {
  private readonly panes: Pane[] = [];
  private readonly widths = new Map<string, number>();
  private readonly tabs: HTMLElement;
  private readonly nothing: HTMLElement;
  private current: Pane | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly changed: () => void,
  ) {
    this.tabs = element(host.ownerDocument, "nav", { class: "pane-tabs", "aria-label": "Panes" });
    this.nothing = element(
      host.ownerDocument,
      "p",
      { class: "no-panes" },
      "Nothing is open: choose a stage, or a text below.",
    );
    host.before(this.tabs);
  }

  get all(): readonly Pane[] {
    return this.panes;
  }

  get ids(): readonly string[] {
    return this.panes.map(({ artifact }) => artifact.id);
  }

  /** The pane that the keys speak to. */
  get active(): Pane | null {
    return this.current ?? this.panes[0] ?? null;
  }

  find(id: string): Pane | null {
    return this.panes.find(({ artifact }) => artifact.id === id) ?? null;
  }

  holding(target: EventTarget | null): Pane | null {
    return this.panes.find(({ element }) => target instanceof Node && element.contains(target)) ?? null;
  }

  insert(pane: Pane, place: number): void {
    const next = this.panes[place];
    this.panes.splice(place, 0, pane);
    pane.element.append(this.drawHandle(pane));
    if (next) next.element.before(pane.element);
    else this.host.append(pane.element);
    this.activate(pane);
    this.refresh();
  }

  remove(pane: Pane): void {
    const place = this.panes.indexOf(pane);
    if (place < 0) return;
    this.panes.splice(place, 1);
    pane.close();
    if (this.current === pane) this.current = null;
    const next = this.panes[Math.min(place, this.panes.length - 1)];
    if (next) this.activate(next);
    this.refresh();
  }

  move(pane: Pane, step: 1 | -1): void {
    const place = this.panes.indexOf(pane);
    const other = this.panes[place + step];
    if (!other) return;
    this.panes.splice(place, 1);
    this.panes.splice(place + step, 0, pane);
    // The neighbour moves, so that the pane keeps its place in its text and the focus.
    if (step > 0) pane.element.before(other.element);
    else pane.element.after(other.element);
    this.refresh();
  }

  /** Makes a pane the one that the keys speak to. */
  activate(pane: Pane): void {
    this.current = pane;
    for (const one of this.panes) one.element.toggleAttribute("data-current", one === pane);
    for (const tab of this.tabs.children) {
      if ((tab as HTMLElement).dataset.tab === pane.artifact.id) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  /** The pane so many places to the right, round the end. */
  beside(step: 1 | -1): Pane | null {
    const place = this.active ? this.panes.indexOf(this.active) : 0;
    return this.panes.at((place + step) % this.panes.length) ?? null;
  }

  private refresh(): void {
    const page = this.host.ownerDocument;
    this.tabs.replaceChildren(
      ...this.panes.map(({ artifact, shortName }) =>
        element(page, "button", { type: "button", "data-tab": artifact.id }, shortName),
      ),
    );
    if (this.panes.length === 0) this.host.append(this.nothing);
    else this.nothing.remove();
    this.panes.forEach((pane, place) => {
      const [left, right] = ["left", "right"].map((act) => pane.element.querySelector(`[data-act=${act}]`));
      left?.setAttribute("aria-disabled", String(place === 0));
      right?.setAttribute("aria-disabled", String(place === this.panes.length - 1));
    });
    if (this.active) this.activate(this.active);
    this.changed();
  }

  private drawHandle(pane: Pane): HTMLElement {
    const handle = element(this.host.ownerDocument, "div", {
      class: "pane-handle",
      role: "separator",
      tabindex: "0",
      "aria-orientation": "vertical",
      "aria-label": `Width of ${pane.name}`,
      "aria-valuemin": String(100 * NARROWEST),
      "aria-valuemax": String(100 * WIDEST),
      "aria-valuenow": String(Math.round(100 * this.widthOf(pane))),
    });
    pane.element.style.flexGrow = String(this.widthOf(pane));
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -NUDGE, ArrowRight: NUDGE }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      this.resize(pane, this.widthOf(pane) + step, handle);
    });
    handle.addEventListener("pointerdown", (event) => this.drag(event, pane, handle));
    return handle;
  }

  private drag(event: PointerEvent, pane: Pane, handle: HTMLElement): void {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const { left, width } = pane.element.getBoundingClientRect();
    const grow = this.widthOf(pane);
    const others = this.panes.filter((one) => one !== pane).reduce((sum, one) => sum + this.widthOf(one), 0);
    const room = others > 0 ? (width / grow) * (grow + others) : width;
    const move = ({ clientX }: PointerEvent) => {
      const wanted = Math.min(clientX - left, 0.9 * room);
      this.resize(pane, (others * wanted) / (room - wanted), handle);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  private resize(pane: Pane, wanted: number, handle: HTMLElement): void {
    const width = Math.min(WIDEST, Math.max(NARROWEST, wanted));
    this.widths.set(pane.artifact.kind, width);
    pane.element.style.flexGrow = String(width);
    handle.setAttribute("aria-valuenow", String(Math.round(100 * width)));
  }

  private widthOf(pane: Pane): number {
    return this.widths.get(pane.artifact.kind) ?? 1;
  }
}
