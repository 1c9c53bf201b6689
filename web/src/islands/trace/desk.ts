/** What a reader has in front of them: open texts, the line that is followed, the line that is kept. */
import type { Book } from "../../lib/book";
import { descend } from "../../lib/descent";
import type { Place } from "../../lib/fragment";
import type { Library } from "../../lib/library";
import type { Family, LineGraph } from "../../lib/lines";
import { nameOf, tell } from "../../lib/telling";
import type { ArtifactView } from "../../lib/trace-view";
import { drawHow } from "./how";
import { followAll, isCrowd, lightUp } from "./lighting";
import { Pane, UNLIT } from "./pane";
import { Row } from "./row";
import type { Screen } from "./screen";
import { drawStatus } from "./status";

const DWELL = 120; // milliseconds on a line before maps are read for it

export class Desk {
  readonly row: Row;
  kept: Place | null = null;
  private followed: Place | null = null;
  private family: Family | null = null;
  private readonly greeting: readonly Node[];
  private readonly how: HTMLElement;
  private readonly howButton: HTMLElement;

  constructor(
    private readonly book: Book,
    private readonly graph: LineGraph,
    private readonly library: Library,
    panes: HTMLElement,
    private readonly status: HTMLElement,
    { how, howButton }: Screen,
    private readonly changed: (kept: boolean) => void,
  ) {
    [this.how, this.howButton] = [how, howButton];
    this.greeting = [panes.ownerDocument.createTextNode("Point at a line to see what it became; press it to keep it.")];
    this.row = new Row(panes, () => this.changed(false));
  }

  /** Shows these texts, from left to right, and keeps a line; where asked to, with what it became, as if it was pressed. */
  set(ids: readonly string[], named: Place | null, before: (id: string) => Element | null, swap: boolean): void {
    const text = named && this.book.named(named.artifact);
    const at = text && { artifact: text.id, line: named.line };
    this.kept = at; // first: what changes below is written into the address
    const wanted = ids.filter((id) => this.book.text(id));
    if (at && !wanted.includes(at.artifact)) wanted.unshift(at.artifact);
    for (const pane of [...this.row.all]) if (!wanted.includes(pane.artifact.id)) this.row.remove(pane);
    wanted.forEach((id, place) => {
      const known = this.row.find(id);
      if (!known) this.insert(id, place, before(id));
      else for (let now = this.row.ids.indexOf(id); now > place; now--) this.row.move(known, -1);
    });
    const active = this.row.find(at?.artifact ?? wanted[0] ?? "");
    if (active) this.row.activate(active);
    for (const pane of this.row.all) pane.say("");
    this.follow(this.kept, { scroll: true, swap });
  }

  /** Opens a text, among the others by how deep it lies, or goes to it where it is open. */
  open(id: string): Pane | null {
    const known = this.row.find(id);
    const artifact = this.book.text(id);
    if (!artifact) return null;
    const deeper = this.row.all.findIndex((pane) => this.book.depth(pane.artifact) > this.book.depth(artifact));
    const pane = known ?? this.insert(id, deeper < 0 ? this.row.all.length : deeper);
    this.row.activate(pane);
    pane.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!known) this.follow(this.followed, { scroll: true });
    return pane;
  }

  /** Shows machine codes, and what else came of the line, beside the program, at the line that is kept, or at the one that was chosen for them. */
  standAbreast(sides: readonly string[]): void {
    const source = this.book.trace.abreast?.source;
    if (!source) return;
    const above = this.kept && this.family?.up.get(source.artifact)?.sorted[0];
    const line = this.kept?.artifact === source.artifact ? this.kept.line : above || source.line;
    this.set([source.artifact, ...sides], { artifact: source.artifact, line }, () => null, true);
  }

  /** Whether what is open beside the program is of the same kinds, for the same targets, as these texts. */
  showsLike(ids: readonly string[]): boolean {
    const signs = (shown: readonly string[]) =>
      shown.flatMap((id) => this.book.text(id) ?? []).map(({ kind, unit }) => `${kind} ${this.book.railOf(unit)}`);
    const open = this.row.ids.filter((id) => id !== this.book.trace.abreast?.source.artifact);
    return signs(open).join() === signs(ids).join();
  }

  /** Whether texts for different targets are open. */
  get isAbreast(): boolean {
    return this.targetsOf(this.row.ids).length > 1;
  }

  /** The paths that open texts lie on, by their places among the rails. */
  get rails(): readonly number[] {
    return this.row.all.flatMap(({ artifact }) => this.book.railOf(artifact.unit) ?? []);
  }

  /** What some texts are for. */
  targetsOf(ids: readonly string[]): readonly string[] {
    return [
      ...new Set(ids.flatMap((id) => this.book.text(id) ?? []).flatMap((text) => this.book.targetOf(text) ?? [])),
    ];
  }

  /** Opens that of some texts which has to do with what is followed, or else with what is open. */
  openOneOf(ids: readonly string[]): Pane | null {
    const units = this.row.all.map(({ artifact }) => artifact.unit);
    const known = ids.find((id) => this.row.find(id));
    const reached = ids.find((id) => this.family?.down.has(id) || this.family?.up.has(id));
    const near = ids.find((id) => units.includes(this.book.text(id)?.unit ?? ""));
    return this.open(known ?? reached ?? near ?? ids[0] ?? "");
  }

  /** Puts texts of a unit in the place of open ones of their kinds. */
  openUnit(ids: readonly string[]): Pane | null {
    const texts = ids.map((id) => this.book.text(id)).filter((one) => one !== null);
    const replaced = texts.filter((text) => {
      const rail = this.book.railOf(text.unit);
      const pane = this.row.all.find(
        ({ artifact }) => artifact.kind === text.kind && this.book.railOf(artifact.unit) === rail,
      );
      return pane && this.swap(pane, text.id);
    });
    return replaced[0] ? this.open(replaced[0].id) : this.openOneOf(ids);
  }

  /** Shows another text in the place of one. */
  swap(pane: Pane, id: string): Pane | null {
    const known = this.row.find(id);
    if (known || !this.book.text(id)) return known;
    const place = this.row.all.indexOf(pane);
    const fresh = this.insert(id, place);
    this.row.remove(pane);
    this.row.activate(fresh);
    this.follow(this.followed, { scroll: true });
    return fresh;
  }

  /** Keeps a line: it stays lit, the other panes scroll to its relatives, and the address names it. */
  keep(place: Place | null): void {
    this.kept = place;
    this.changed(true);
    for (const pane of this.row.all) pane.say("");
    this.follow(place, { scroll: true, swap: true });
  }

  /** Tells how it is known what the kept line became, or stops telling. */
  toggleHow(): void {
    this.how.hidden = !this.how.hidden;
    this.howButton.setAttribute("aria-expanded", String(!this.how.hidden));
    this.tellHow();
  }

  /** Lights a line for as long as the reader points at it. */
  preview(place: Place | null, aloud = false): void {
    const next = place ?? this.kept;
    if (next?.artifact === this.followed?.artifact && next?.line === this.followed?.line) return;
    this.follow(next, { quiet: !aloud, dwell: DWELL });
  }

  private insert(id: string, place: number, before: Element | null = null): Pane {
    const artifact = this.book.text(id) as ArtifactView;
    const pane = new Pane(this.status.ownerDocument, this.book, artifact, this.library, before);
    this.row.insert(pane, place);
    void pane.shown.then(() => {
      this.light(true, pane);
      void this.library.open(this.graph.between(this.row.ids)); // for whatever line the reader points at first
    });
    return pane;
  }

  private follow(
    place: Place | null,
    how: { scroll?: boolean; swap?: boolean; quiet?: boolean; dwell?: number },
  ): void {
    this.followed = place;
    this.status.setAttribute("aria-live", how.quiet ? "off" : "polite");
    if (!place) {
      this.family = null;
      for (const pane of this.row.all) pane.light(UNLIT);
      this.status.replaceChildren(...this.greeting);
      this.tellHow();
      return;
    }
    void followAll(
      this.graph,
      this.library,
      place,
      () => this.row.ids,
      (map) => this.isWanted(map),
      how.dwell ?? 0,
      (family, left) => {
        if (this.followed !== place) return false;
        if (left === 0 && how.quiet && this.kept && isAlone(family)) {
          this.follow(this.kept, { quiet: true }); // what is kept tells more than a line that nothing is known of
          return false;
        }
        this.family = family;
        this.light(how.scroll ?? false);
        this.say(place, family, left);
        if (left === 0 && how.swap) this.bringRelatives(place, family);
        if (!how.quiet) this.tellHow();
        return this.followed === place;
      },
    );
  }

  /** Whether a map may tell of what is open: it stays on the path of an open text, or says which paths a line is on. */
  private isWanted(id: string): boolean {
    const map = this.book.map(id);
    const railOf = (artifact: string) => this.book.railOf(this.book.artifact(artifact)?.unit ?? "");
    const [rails, rail] = [this.rails, map ? railOf(map.to) : null];
    return (
      rails.length === 0 || rail === null || rails.includes(rail) || (map !== undefined && railOf(map.from) === null)
    );
  }

  private light(scroll: boolean, only?: Pane): void {
    const [place, family] = [this.followed, this.family];
    if (!place || !family) return;
    const panes = only ? [only] : this.row.all;
    const crowd = isCrowd(family);
    lightUp(this.graph, panes, place, family, !crowd);
    if (scroll) for (const pane of panes) pane.scrollToLit();
    if (!crowd) return;
    setTimeout(() => {
      if (this.family === family) lightUp(this.graph, this.row.all, place, family, true);
    });
  }

  /** Shows what came of a kept line along one descent; a pane that has no part in it says so. */
  private bringRelatives(place: Place, family: Family): void {
    let active = this.row.active; // by now the reader may have gone on to another pane, and stays there
    for (const [shown, id] of descend(this.book, this.graph, place, family, this.row.ids)) {
      const pane = this.row.find(shown);
      if (id && id !== shown && pane) {
        const fresh = this.swap(pane, id);
        if (pane === active) active = fresh;
      } else if (!id) pane?.say(this.apart(place, family, shown));
    }
    if (active) this.row.activate(active);
  }

  private apart({ line, artifact }: Place, { up, down }: Family, id: string): string {
    const what = `line ${line.toLocaleString("en")} of ${nameOf(this.book, artifact)}`;
    if (up.has(id) || down.has(id)) return `Tied to ${what}, but not by way of the pane beside it.`;
    return `Nothing here is known to belong to ${what}.`;
  }

  private tellHow(): void {
    if (this.how.hidden) return;
    const [place, family, page] = [this.followed, this.family, this.how.ownerDocument];
    const between = this.graph.leadingTo(this.row.ids);
    if (!place || !family) this.how.replaceChildren("Pick a line to see how it is known what it became.");
    else if (isCrowd(family, between))
      this.how.replaceChildren("Too many lines are related to this one to tell every way.");
    else this.how.replaceChildren(...drawHow(page, this.book, this.graph, place, this.row.ids));
  }

  private say(place: Place, family: Family, left: number): void {
    const reading = left > 0 ? [`reading ${left} more line ${left === 1 ? "map" : "maps"}`] : [];
    const more = [...this.library.troubles, ...reading].join(" ");
    const text = this.row.find(place.artifact)?.textOf(place.line) ?? "";
    drawStatus(this.status, tell(this.book, place, family, this.row.ids), text, more, left === 0);
  }
}

const isAlone = ({ up, down, kin }: Family): boolean => up.size + down.size + kin().size === 0;
