/** The sections of a text in a row above it: a list to choose from, and the way to the next and the previous one. */
import { element } from "../../lib/element";
import { type Section, sectionAt } from "../../lib/sections";

export class Outline {
  readonly element: HTMLElement;
  private readonly list: HTMLSelectElement;
  private readonly steps: readonly [back: HTMLButtonElement, on: HTMLButtonElement];

  constructor(
    page: Document,
    private readonly sections: readonly Section[],
    name: string,
    private readonly go: (line: number) => void,
  ) {
    const options = sections.map(({ title }, at) => element(page, "option", { value: String(at) }, title));
    this.list = element(page, "select", { "aria-label": `Sections of ${name}` }, ...options);
    const step = (by: 1 | -1, sign: string, said: string, key: string): HTMLButtonElement => {
      const about = { "aria-label": `${said}: ${name}`, title: `${said} (${key})`, "aria-keyshortcuts": key };
      const button = element(page, "button", { type: "button", ...about }, sign);
      button.addEventListener("click", () => this.step(by));
      return button;
    };
    this.steps = [step(-1, "↑", "Previous section", ","), step(1, "↓", "Next section", ".")];
    this.element = element(page, "div", { class: "pane-outline" }, this.list, ...this.steps);
    this.list.addEventListener("change", () => this.open(Number(this.list.value)));
    this.show(1);
  }

  /** Says which section is read: that of the uppermost line in view. */
  show(line: number): void {
    const at = sectionAt(this.sections, line);
    this.list.value = String(at);
    this.steps[0].disabled = at === 0;
    this.steps[1].disabled = at === this.sections.length - 1;
  }

  step(by: 1 | -1): void {
    this.open(Number(this.list.value) + by);
  }

  private open(at: number): void {
    const section = this.sections[at];
    if (!section) return;
    this.go(section.line);
    this.show(section.line);
  }
}
