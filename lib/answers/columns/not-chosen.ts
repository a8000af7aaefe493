/** How languages say no to one option of several. */
const NO = "no|non|nein|nee|nej|nie|não|nao|нет";

/** What spreadsheets of other languages write for false. */
const FALSE = "false|falsch|faux|falso|onwaar";

const WORDS = new RegExp(`^(0|n|${FALSE}|unchecked|not selected|not checked|${NO})$`, "i");

/** Whether a cell says nothing else than that its option was not chosen: what is guessed by has to be sure. */
export const isNotChosen = (cell: string | number): boolean => WORDS.test(String(cell).trim());

const BEGINNINGS = new RegExp(
  `^(0|f|n|${FALSE}|off|none|never|not|nicht|kein\\w*|un(checked|ticked|marked|selected|chosen)|${NO})(?!\\p{L})`,
  "iu",
);

/** Whether a cell of a column of marks begins with what says so: `Not mentioned`, `nicht gewählt`, `no (0)`. */
export const startsNotChosen = (cell: string): boolean => BEGINNINGS.test(cell);
