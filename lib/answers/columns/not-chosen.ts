import { cellKey } from "@/lib/contracts/rules/answer-cells";

/** How languages say no to one option of several, and false. */
const NO = "no|non|nein|nee|nej|nie|não|nao|нет|falsch|faux|falso|onwaar";

/** How languages say yes, which rows of a grid are answered with as well. */
const YES = ["y", "yes", "ja", "oui", "sí", "si", "sì", "sim", "да"];
const MARKS = [
  "1",
  "true",
  "x",
  "✓",
  "✔",
  "checked",
  "selected",
  "wahr",
  "vrai",
  "verdadero",
  "verdadeiro",
  "vero",
  "waar",
];

/** Whether a cell says yes in words. */
export const isYes = (cell: string | number): boolean => YES.includes(markOf(cell));

/** Whether a cell says that its option was chosen, in words or by a mark. */
export const isChosen = (cell: string | number): boolean => isYes(cell) || MARKS.includes(markOf(cell));

const markOf = (cell: string | number): string => cellKey(cell).toLowerCase();

const WORDS = new RegExp(`^(0|false|n|unchecked|not selected|not checked|${NO})$`, "i");

/** Whether a cell says nothing else than that its option was not chosen: what is guessed by has to be sure. */
export const isNotChosen = (cell: string | number): boolean => WORDS.test(String(cell).trim());

const BEGINNINGS = new RegExp(
  `^(0|f|n|false|off|none|never|not|nicht|kein\\w*|un(checked|ticked|marked|selected|chosen)|${NO})(?!\\p{L})`,
  "iu",
);

/** Whether a cell of a column of marks begins with what says so: `Not mentioned`, `nicht gewählt`, `no (0)`. */
export const startsNotChosen = (cell: string): boolean => BEGINNINGS.test(cell);
