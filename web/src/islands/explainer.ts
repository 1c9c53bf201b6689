/**
 * An explainer that switches paths and walks them without loading a page.
 *
 * The page is complete by itself: this element only shows one panel at a time, moves what is there into the order
 * of the picked path, and keeps the address in step. Where the browser refuses to change the address (a page
 * opened from a file), links stay links.
 */
import { isTaken, moveFor } from "../lib/keys";
import { inWords, type Move, moved, picked, positions } from "../lib/route";
import { follow, type PathLink, readPaths, writeOutLinks } from "./explainer/address";
import { drawPath } from "./explainer/drawing";
import { readStops, type Stops } from "./explainer/stops";
import { inView, seen } from "./explainer/view";

export class Explainer extends HTMLElement {
  private paths: ReadonlyMap<string, PathLink> = new Map();
  private stops: Stops = new Map();
  private address = "";
  private open: string | null = null;
  private readonly landing = { pathname: "", address: "" };

  connectedCallback(): void {
    this.paths = readPaths(this);
    this.stops = readStops(this);
    this.address = this.dataset.path ?? "";
    Object.assign(this.landing, { pathname: this.place.pathname, address: this.address });
    for (const hidden of this.querySelectorAll<HTMLElement>(".walk, .hint")) hidden.hidden = false;
    this.addEventListener("click", this);
    this.ownerDocument.addEventListener("keydown", this);
    this.window.addEventListener("popstate", this);
    this.show(this.named(this.place.hash), false);
    // The browser scrolls to the place in the address once everything is there; only then is it known what is in view.
    this.window.addEventListener("load", this, { once: true });
  }

  disconnectedCallback(): void {
    this.ownerDocument.removeEventListener("keydown", this);
    this.window.removeEventListener("popstate", this);
  }

  handleEvent(event: Event): void {
    if (event instanceof KeyboardEvent) this.onKey(event);
    else if (event instanceof MouseEvent) this.onClick(event);
    else if (event.type === "popstate") this.onReturn();
    else this.settle();
  }

  private get window(): Window {
    return this.ownerDocument.defaultView as Window;
  }

  private get place(): Location {
    return this.ownerDocument.location;
  }

  private get order(): readonly string[] {
    return this.paths.get(this.address)?.order ?? [];
  }

  private onClick(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
    const walk = event.target.closest<HTMLElement>("[data-walk]")?.dataset.walk;
    if (walk === "close") this.close(event);
    else if (walk) this.walk(walk as Move);
    const link = event.target.closest("a");
    if (!link) return;
    const address = this.leadsTo(link);
    const id = this.inside(link, address !== null);
    if (address === null && id === null) return;
    if (this.go(address ?? this.address, address === null || id ? id : this.kept(address))) event.preventDefault();
    if (id) this.focusOn(id, "panel");
  }

  private onKey(event: KeyboardEvent): void {
    if (isTaken(event)) return;
    const focused = this.contains(event.target as Node) ? (event.target as Element) : null;
    if (event.key === "Escape" && this.open) {
      this.close(event);
      return;
    }
    const move = moveFor(event.key, this.open !== null || focused !== null);
    if (!move || (focused === null && event.target !== this.ownerDocument.body)) return;
    event.preventDefault();
    const from = this.open ?? this.inside(focused?.closest("a") ?? null);
    this.walk(move, from);
  }

  /** Back, forward, or an address edited by hand. */
  private onReturn(): void {
    const { pathname, hash } = this.place;
    const path = [...this.paths.values()].find((one) => one.url.pathname === pathname);
    const address = path?.address ?? (pathname === this.landing.pathname ? this.landing.address : this.address);
    if (address !== this.address) this.draw(address);
    const elsewhere = hash.length > 1 && this.named(hash) === null; // another place on the page: what is open stays
    this.show(elsewhere ? this.open : this.named(hash), !elsewhere);
  }

  /** Once, when the page has loaded. */
  private settle(): void {
    const stop = this.stops.get(this.open ?? "");
    if (stop) {
      this.querySelector(".reading")?.scrollTo(0, 0);
      inView(stop, this);
    }
    writeOutLinks(this.ownerDocument); // now, so that the first switch has less to do
  }

  private walk(move: Move, from: string | null = this.open): void {
    const to = moved(this.order, from, move);
    if (to === null || to === this.open) return;
    const among = this.ownerDocument.activeElement;
    this.go(this.address, to);
    if (among?.closest(".pipeline")) this.focusOn(to, "drawing");
    else if (among?.closest(".panel, .outline")) this.focusOn(to, "panel");
  }

  private close(event: Event): void {
    event.preventDefault();
    const was = this.open;
    this.go(this.address, null);
    if (was) this.focusOn(was, "drawing");
  }

  /** Goes to a stage or an arrow of a path, and says so in the address. False where the browser must load a page. */
  private go(address: string, id: string | null): boolean {
    const path = this.paths.get(address);
    if (!path) return false;
    const url = new URL(address === this.address ? this.place.href : path.url);
    url.hash = id ?? "";
    if (!follow(this.window, url)) return false;
    if (address !== this.address) this.draw(address);
    this.show(id, true);
    return true;
  }

  private draw(address: string): void {
    const path = this.paths.get(address);
    if (!path) return;
    this.address = address;
    this.dataset.path = address;
    drawPath(this, this.stops, path, this.paths);
    this.say(".said", path.title);
  }

  /** Opens one panel, or the list of the whole path. */
  private show(id: string | null, aloud: boolean): void {
    const before = this.stops.get(this.open ?? "");
    before?.entry.classList.remove("shown");
    for (const { element } of before?.drawn ?? []) element.removeAttribute("aria-current");
    this.open = id;
    this.toggleAttribute("data-open", id !== null);
    const words = id ? inWords(positions(this.order).get(id)) : "";
    this.say(".walk-place", id ? words.replace(/^s/, "S") : "Walk the path");
    for (const move of ["next", "back"] as const) {
      const end = moved(this.order, id, move) === null || (id === null && move === "back");
      this.querySelector(`[data-walk="${move}"]`)?.setAttribute("aria-disabled", String(end));
    }
    const close = this.querySelector<HTMLElement>('[data-walk="close"]');
    if (close) close.hidden = id === null;
    const stop = this.stops.get(id ?? "");
    if (!stop) return;
    stop.entry.classList.add("shown");
    for (const { element } of stop.drawn) element.setAttribute("aria-current", "true");
    this.querySelector(".reading")?.scrollTo(0, 0);
    inView(stop, this);
    if (aloud) this.say(".said", `${stop.heading.textContent}, ${words}`);
  }

  private focusOn(id: string, where: "panel" | "drawing"): void {
    const stop = this.stops.get(id);
    const target = where === "panel" ? stop?.heading : stop && seen(stop);
    target?.focus({ preventScroll: true });
  }

  /** The stage or arrow that the end of a link names, if it is one of ours. */
  private named(link: string): string | null {
    const id = link.split("#")[1] ?? "";
    return this.stops.has(id) ? id : null;
  }

  /** The stage or arrow of ours that a link leads to. Another explainer may have one of the same name. */
  private inside(link: Element | null, ours = false): string | null {
    const href = link?.getAttribute("href") ?? "";
    return ours || href.startsWith("#") ? this.named(href) : null;
  }

  /** The path that a link leads to, if it is one of ours. */
  private leadsTo(link: Element): string | null {
    const { choice, option, goto } = (link as HTMLElement).dataset;
    if (goto) return goto;
    if (!choice || !option) return null;
    const pickers = [...this.querySelectorAll(".picker")];
    return picked(this.address, pickers.indexOf(link.closest(".picker") as Element), option);
  }

  /** What is open stays open when the new path has it too. */
  private kept(address: string): string | null {
    return this.open && this.paths.get(address)?.order.includes(this.open) ? this.open : null;
  }

  private say(where: string, words: string): void {
    const element = this.querySelector(where);
    if (element) element.textContent = words;
  }
}
