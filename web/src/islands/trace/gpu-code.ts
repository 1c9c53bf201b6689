/** Texts that become code for a GPU: MLIR, LLVM IR, PTX, SASS, AMDGCN. What is told of a place steps back, names stand out. */
import type { StreamParser, StringStream } from "@codemirror/language";

/** What a piece of a line is, by the pattern that it begins with. The first that fits counts. */
type Rules = readonly (readonly [pattern: RegExp, token: string | null])[];

const STRING: Rules[number] = [/^"(?:[^"\\]|\\.)*"/, "string"];
const REST: Rules[number] = [/^[\w.$%@!#]+|^./, null];

const RULES: Readonly<Record<string, Rules>> = {
  mlir: [
    [/^\/\/.*/, "comment"],
    [/^#loc\d* = .*/, "comment"],
    [/^loc\((?:[^()]|\([^()]*\))*\)/, "comment"],
    STRING,
    [/^(?:module|func|return|scf|tt|ttg|ttng|arith|math|cf|gpu)(?:\.\w+)+|^(?:module|return)\b/, "keyword"],
    [/^\^bb\d+/, "labelName"],
    REST,
  ],
  llvm: [
    [/^;.*/, "comment"],
    [/^, !dbg !\d+/, "comment"],
    [/^!\d+ = .*/, "comment"],
    STRING,
    [/^(?:define|declare|ret|br|phi|call|tail|load|store|getelementptr)\b/, "keyword"],
    [/^[\w.$]+:(?=\s|$)/, "labelName"],
    REST,
  ],
  ptx: [
    [/^\/\/.*/, "comment"],
    [/^\.(?:loc|file|section)\b.*/, "comment"],
    STRING,
    [/^\.(?:visible|entry|func|target|version|address_size|reg|param)\b/, "keyword"],
    [/^\$?[\w$]+:(?=\s|$)/, "labelName"],
    REST,
  ],
  sass: [[/^\/\/.*/, "comment"], [/^\/\*[0-9a-f]+\*\//, "comment"], [/^[\w.$]+:(?=\s|$)/, "labelName"], REST],
  amdgcn: [
    [/^(?:;|\/\/).*/, "comment"],
    [/^\.(?:loc|file|cfi\w*)\b.*/, "comment"],
    STRING,
    [/^[\w.$]+:(?=\s|$)/, "labelName"],
    REST,
  ],
};

const token = (stream: StringStream, rules: Rules): string | null => {
  if (stream.eatSpace()) return null;
  for (const [pattern, name] of rules) if (stream.match(pattern)) return name;
  stream.next();
  return null;
};

/** The languages that are told apart here, with what reads them. */
export const GPU_CODE: readonly (readonly [name: string, parser: StreamParser<null>])[] = Object.entries(RULES).map(
  ([name, rules]) => [name, { name, token: (stream) => token(stream, rules) }],
);
