/** How texts are told apart within a pane: by weight and tone. Colours mean something else here. */
import { LRLanguage, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { parser as cpp } from "@lezer/cpp";
import { tagHighlighter, tags } from "@lezer/highlight";
import { parser as python } from "@lezer/python";
import { startAssembly, tokenOfAssembly } from "./assembly";
import { GPU_CODE } from "./gpu-code";

const ASSEMBLY = StreamLanguage.define({ name: "assembly", startState: startAssembly, token: tokenOfAssembly });

/** A line that begins with `#` is a comment, wherever nothing more is known of a text. */
const SHELL = StreamLanguage.define({
  name: "shell",
  token: (stream) => {
    if (stream.sol() && stream.match(/^\s*#.*/)) return "comment";
    stream.skipToEnd();
    return null;
  },
});

/** Lines that went and lines that came, under the heading of what changed them. */
const DIFF = StreamLanguage.define({
  name: "diff",
  token: (stream) => {
    const line = stream.string;
    stream.skipToEnd();
    if (line.startsWith("### ")) return "labelName";
    return line.startsWith("@@") ? "comment" : null;
  },
});

const LANGUAGES: ReadonlyMap<string, Extension> = new Map<string, Extension>([
  ["bash", SHELL],
  ["cpp", LRLanguage.define({ parser: cpp })],
  ["diff", DIFF],
  ["nasm", ASSEMBLY],
  ...GPU_CODE.map(([name, parser]) => [name, StreamLanguage.define(parser)] as const),
  ["python", LRLanguage.define({ parser: python })],
]);

const TONES = syntaxHighlighting(
  tagHighlighter([
    { tag: tags.comment, class: "tone-comment" },
    { tag: tags.meta, class: "tone-comment" },
    { tag: tags.keyword, class: "tone-word" },
    { tag: tags.string, class: "tone-string" },
    { tag: tags.definition(tags.name), class: "tone-name" },
    { tag: tags.labelName, class: "tone-name" },
  ]),
);

/** The language of a text by the name that the server gives it; nothing for those that are shown as they are. */
export const languageOf = (name: string): Extension => [LANGUAGES.get(name) ?? [], TONES];
