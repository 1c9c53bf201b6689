/**
 * The viewer of a trace: texts side by side, and in all of them what a line became and where it came from.
 *
 * The page is complete by itself, with the beginning of each text. This element puts the whole texts in their place,
 * hears the reader, and keeps the address in step: what is open, and which line is kept.
 */
import { type Act, actFor } from "../lib/acts";
import { Book } from "../lib/book";
import { type Place, readFragment, readPlace, writeFragment } from "../lib/fragment";
import { Library } from "../lib/library";
import { LineGraph } from "../lib/lines";
import { storeOf } from "../lib/store";
import { Desk } from "./trace/desk";
import { Finder } from "./trace/finder";
import { drawHelp } from "./trace/help";
import type { Pane } from "./trace/pane";
import { layOut } from "./trace/screen";

export class Trace extends HTMLElement {
  private desk!: Desk;
  private finder!: Finder;
  private help!: HTMLDialogElement;
  private hovered: { pane: Pane | null; y: number } | null = null;

  connectedCallback(): void {
    const status = this.piece(".trace-status");
    status.setAttribute("role", "status");
    this.begin(status).catch((refused: unknown) => {
      const why = refused instanceof Error ? refused.message : String(refused);
      status.textContent = `The whole texts cannot be shown here: ${why}`;
    });
  }

  disconnectedCallback(): void {
    this.ownerDocument.removeEventListener("keydown", this);
    this.window.removeEventListener("popstate", this);
  }

  handleEvent(event: Event): void {
    if (event instanceof KeyboardEvent) this.onKey(event);
    else if (event.type === "pointermove") this.onHover(event as PointerEvent);
    else if (event.type === "pointerleave") this.onHover(null);
    else if (event.type === "change") this.onChoice(event);
    else if (event.type === "focusin") this.onFocus(event);
    else if (event.type === "popstate") this.restore();
    else this.onClick(event as MouseEvent);
  }

  private get window(): Window {
    return this.ownerDocument.defaultView as Window;
  }

  private piece(selector: string): HTMLElement {
    const found = this.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return found;
  }

  private async begin(status: HTMLElement): Promise<void> {
    const store = storeOf(this.ownerDocument, this.dataset.index);
    const book = new Book(await store.index());
    if (book.texts.length === 0) return; // the page says so
    const graph = new LineGraph(book.trace.maps);
    const library = new Library(store, book, graph);
    const panes = this.piece(".panes");
    const screen = layOut(this.piece(".trace-head"), this.piece(".trace-body"), panes, status);
    const drawn = new Map([...panes.querySelectorAll<HTMLElement>(".pane")].map((one) => [one.dataset.artifact, one]));
    panes.replaceChildren();
    this.desk = new Desk(book, graph, library, panes, status, screen, (kept) => this.keepAddress(kept));
    this.finder = new Finder(
      screen.tools,
      panes,
      book,
      library,
      () => this.desk.row.ids,
      () => this.keepAddress(false),
    );
    this.help = drawHelp(this.ownerDocument);
    this.append(this.help);
    this.toggleAttribute("data-live", true);
    this.restore(book.trace, (id) => drawn.get(id)?.querySelector(".code") ?? null);
    for (const type of ["click", "change", "focusin"]) this.addEventListener(type, this);
    for (const type of ["pointermove", "pointerleave"]) panes.addEventListener(type, this);
    this.ownerDocument.addEventListener("keydown", this);
    this.window.addEventListener("popstate", this);
  }

  // What the reader does

  private onClick(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
    const { abreast, act, tab, at, open, help, how, stages } = closest(event.target);
    const pane = this.desk.row.holding(event.target);
    const link = event.target.closest("a");
    if (act && pane) this.onTool(act, pane);
    else if (tab) this.desk.open(tab)?.focus();
    else if (help !== undefined) this.help.showModal();
    else if (how !== undefined) this.desk.toggleHow();
    else if (stages !== undefined) this.toggleStages(event.target);
    else if (abreast) this.standAbreast(abreast, event);
    else if (at) this.goTo(readPlace(at), event);
    else if (open) this.goToOneOf(open.split(" "), event.target.closest(".units") !== null, event);
    else if (link?.hash.endsWith("_") && link.getAttribute("href")?.startsWith("#")) this.goBelow(link.hash, event);
    else if (pane && isText(event) && !pane.hasSelection) this.keepLine(pane, pane.at(event.clientY));
  }

  private onTool(act: string, pane: Pane): void {
    if (act === "close") this.desk.row.remove(pane);
    else this.desk.row.move(pane, act === "left" ? -1 : 1);
  }

  /** Where there is little room the rail is folded away. */
  private toggleStages(button: Element): void {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    this.toggleAttribute("data-stages-open", open);
  }

  private goTo(place: Place | null, event: Event): void {
    if (!place || !this.desk.open(place.artifact)) return;
    event.preventDefault();
    this.desk.keep(place);
    this.piece(".trace-body").scrollIntoView({ block: "nearest" });
    this.desk.row.active?.focus();
  }

  /** Two machine codes beside the program: a step in the history. */
  private standAbreast(sides: string, event: Event): void {
    event.preventDefault();
    const { history, location } = this.window;
    if (location.protocol !== "about:") history.pushState(null, "", location.hash);
    this.desk.standAbreast(sides.split(" "));
    this.keepAddress(false);
    const menu = this.querySelector<HTMLDetailsElement>("details.abreast");
    if (menu) menu.open = false;
    this.piece(".trace-body").scrollIntoView({ block: "nearest" });
    this.desk.row.active?.focus();
  }

  /** What is offered after that which is open, round the end. */
  private standNextAbreast(event: Event): void {
    const links = [...this.querySelectorAll<HTMLElement>("[data-abreast]")];
    const offers = links.map(({ dataset }) => dataset.abreast ?? "");
    const place = offers.findIndex((offer) => this.desk.showsLike(offer.split(" ")));
    const next = offers[(place + 1) % offers.length];
    if (next) this.standAbreast(next, event);
  }

  private goToOneOf(ids: readonly string[], isUnit: boolean, event: Event): void {
    const pane = isUnit ? this.desk.openUnit(ids) : this.desk.openOneOf(ids);
    if (!pane) return;
    event.preventDefault();
    this.piece(".trace-body").scrollIntoView({ block: "nearest" });
    pane.focus();
  }

  /** To a section of the page. The address goes on naming what is open. */
  private goBelow(hash: string, event: Event): void {
    const section = this.ownerDocument.getElementById(hash.slice(1));
    if (!section) return;
    event.preventDefault();
    section.scrollIntoView();
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }

  private onChoice({ target }: Event): void {
    const pane = this.desk.row.holding(target);
    if (pane && target instanceof HTMLSelectElement) this.desk.swap(pane, target.value)?.focusTitle();
  }

  private onFocus({ target }: Event): void {
    const pane = this.desk.row.holding(target);
    if (pane) this.desk.row.activate(pane);
  }

  /** In the next frame, however often the pointer moves in one. */
  private onHover(event: PointerEvent | null): void {
    if (event && event.pointerType !== "mouse") return;
    const pane = event && isText(event) ? this.desk.row.holding(event.target) : null;
    if (!this.hovered) this.window.requestAnimationFrame(() => this.light());
    this.hovered = { pane, y: event?.clientY ?? 0 };
  }

  /** Lights the line under the pointer, while it is there. */
  private light(): void {
    const { pane, y } = this.hovered ?? { pane: null, y: 0 };
    this.hovered = null;
    const line = pane?.at(y);
    this.desk.preview(pane && line ? { artifact: pane.artifact.id, line } : null);
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.composedPath()[0];
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || this.help.open) return;
    if (target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select")) return;
    const body = this.ownerDocument.body;
    if (target !== body && !(event.target instanceof Node && this.contains(event.target))) return;
    const act = actFor(event.key, isText(event));
    if (!act || (act.to === "clear" && !this.desk.kept && !this.finder.isOpen)) return;
    event.preventDefault();
    this.do(act, event);
  }

  private do(act: Act, event: Event): void {
    const { row } = this.desk;
    const pane = row.active;
    if (act.to === "help") this.help.showModal();
    else if (act.to === "find") this.finder.focus();
    else if (act.to === "how") this.desk.toggleHow();
    else if (act.to === "abreast") this.standNextAbreast(event);
    else if (act.to === "clear") this.clear();
    else if (act.to === "pane") this.goToPane(row.beside(act.by));
    else if (!pane) return;
    else if (act.to === "line") this.moveTo(pane, pane.line + act.by);
    else if (act.to === "page") this.moveTo(pane, pane.line + act.by * pane.linesInView);
    else if (act.to === "end") this.moveTo(pane, act.by > 0 ? pane.total : 1);
    else if (act.to === "lit") this.goToLit(pane, act.by);
    else if (act.to === "section") pane.nextSection(act.by);
    else if (act.to === "move") row.move(pane, act.by);
    else if (act.to === "close") this.closePane(pane);
    else if (act.to === "facts") pane.toggleFacts();
    else this.keepLine(pane, pane.line);
  }

  private moveTo(pane: Pane, line: number): void {
    const place = pane.moveTo(line);
    this.desk.preview({ artifact: pane.artifact.id, line: place }, true);
  }

  private goToLit(pane: Pane, step: 1 | -1): void {
    const line = pane.nextLit(step);
    if (line) pane.moveTo(line);
    pane.focus();
  }

  private goToPane(pane: Pane | null): void {
    if (!pane) return;
    this.desk.row.activate(pane);
    pane.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    pane.focus();
  }

  private closePane(pane: Pane): void {
    this.desk.row.remove(pane);
    this.desk.row.active?.focus();
  }

  private keepLine(pane: Pane, line: number | null): void {
    if (line) this.desk.keep({ artifact: pane.artifact.id, line: pane.moveTo(line) });
  }

  private clear(): void {
    if (this.finder.isOpen) this.finder.close();
    else this.desk.keep(null);
  }

  // The address

  /** Shows what the address names. */
  private restore(
    begin: { readonly start: readonly string[]; readonly at: Place | null } = { start: this.desk.row.ids, at: null },
    before: (id: string) => Element | null = () => null,
  ): void {
    const { open, at, find } = readFragment(this.ownerDocument.location.hash);
    this.finder.show(find); // first: the panes write the address anew
    this.desk.set(open ?? begin.start, at ?? (open ? null : begin.at), before, open === null && at !== null);
    this.markOpen();
  }

  /** A line that is kept is a step in the history; what is open is not. */
  private keepAddress(kept: boolean): void {
    this.markOpen();
    const address = writeFragment({ open: this.desk.row.ids, at: this.desk.kept, find: this.finder?.query ?? "" });
    const { history, location } = this.window;
    if (address === location.hash || location.protocol === "about:") return; // a notebook's frame has no address
    if (kept) history.pushState(null, "", address);
    else history.replaceState(history.state, "", address);
  }

  /** Shows in the rail and in the lists what is open. */
  private markOpen(): void {
    const open = this.desk.row.ids;
    this.toggleAttribute("data-stacked", this.desk.isAbreast);
    for (const rail of this.querySelectorAll<HTMLElement>("[data-rail]")) {
      rail.toggleAttribute("data-shown", this.desk.rails.includes(Number(rail.dataset.rail)));
    }
    for (const link of this.querySelectorAll<HTMLElement>(".rail [data-open], .units [data-open]")) {
      const shown = link.dataset.open?.split(" ").some((id) => open.includes(id)) ?? false;
      if (shown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}

/** What the pressed thing, or what it stands in, asks for. */
function closest(
  target: Element,
): Partial<Record<"abreast" | "act" | "tab" | "at" | "open" | "help" | "how" | "stages", string>> {
  const asking = target.closest<HTMLElement>(
    "a[data-abreast], [data-act], [data-tab], [data-at], [data-open], [data-help], [data-how], [data-stages]",
  );
  return asking?.getAttribute("aria-disabled") === "true" ? {} : { ...asking?.dataset };
}

/** Whether something happens among the lines of a text, and not in its search panel or on its scroll bar. */
const isText = (event: Event): boolean =>
  event.composedPath().some((one) => one instanceof Element && one.matches(".cm-content, .cm-gutters"));
