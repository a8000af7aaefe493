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
  ...["mentioned", "quoted", "chosen", "ticked", "marked", "picked"],
  ...["genannt", "gewählt", "ausgewählt", "angekreuzt", "coché", "cochée", "sélectionné", "sélectionnée"],
  ...["seleccionado", "seleccionada", "marcado", "selecionado", "selezionato", "geselecteerd", "aangevinkt", "wybrano"],
];

/** Whether a cell says yes in words. */
export const isYes = (cell: string | number): boolean => YES.includes(markOf(cell));

/** Whether a cell says that its option was chosen, in words or by a mark. */
export const isChosen = (cell: string | number): boolean => isYes(cell) || MARKS.includes(markOf(cell));

const markOf = (cell: string | number): string => cellKey(cell).toLowerCase();

const CHOSEN =
  "selected|checked|mentioned|quoted|chosen|ticked|marked|picked|genannt|(?:aus)?gewählt|angekreuzt|cochée?|sélectionnée?|seleccionad[oa]|marcad[oa]|selecionad[oa]|selezionat[oa]|geselecteerd|aangevinkt|wybrano";
const NOT = "not|nicht|non|no|não|niet|nie|pas";
const WORDS = new RegExp(
  `^(0|false|n|un(?:checked|ticked|marked|selected|chosen)|(?:${NOT})[ -]+(?:${CHOSEN})|non (?:${CHOSEN})|${NO})$`,
  "i",
);

/** Whether a cell says nothing else than that its option was not chosen: what is guessed by has to be sure. */
export const isNotChosen = (cell: string | number): boolean => WORDS.test(String(cell).trim());

const NEGATION = new RegExp(`^(?:${NOT}|un|non)[ -]*`, "i");

/** Whether a cell is another one with a word before it that says the opposite: `Not quoted` of `Quoted`. */
export const negates = (cell: string, other: string): boolean =>
  new RegExp(`^(?:${CHOSEN})$`, "i").test(other) && cell !== other && cell.replace(NEGATION, "") === other;

const BEGINNINGS = new RegExp(
  `^(0|f|n|false|off|none|never|not|nicht|kein\\w*|un(checked|ticked|marked|selected|chosen)|${NO})(?!\\p{L})`,
  "iu",
);

/** Whether a cell of a column of marks begins with what says so: `Not mentioned`, `nicht gewählt`, `no (0)`. */
export const startsNotChosen = (cell: string): boolean => BEGINNINGS.test(cell);
