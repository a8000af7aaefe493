import type { FileColumn, RawScalar } from "@/lib/answers/files/answer-file";
import type { MissingCode } from "@/lib/contracts/interfaces/answers";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import type { MissingKind } from "@/lib/contracts/terms/answers";
import type { ColumnProfile } from "./profile";

const NOT_ASKED = new RegExp(
  `^(?:#?n\\/?a|#null!?|null|nan|\\.|[-–—]+|inap(?:plicable)?|skipped|filtered|${[
    "not (?:asked|applicable|shown|displayed|reached|completed)",
    "nicht (?:gefragt|gestellt|zutreffend|anwendbar)|trifft nicht zu|entfällt",
    "non (?:demandé|posée?|applicable|concernée?)|sans objet",
    "no (?:aplica|procede|aplicable|preguntad[oa])",
    "non (?:applicabile|pertinente|chiesto)",
  ].join("|")})$`,
  "i",
);
const TO_ANSWER = "(?: to (?:answer|say|state|disclose|respond))?";
/** How English, German, French, Spanish and Italian say that there is no answer. */
const SAID = [
  `refus(?:ed|al)${TO_ANSWER}`,
  `declined?${TO_ANSWER}`,
  "(?:i(?:.?d)? )?(?:prefer|rather|would (?:rather|prefer)) not (?:to )?(?:say|answer|state|disclose|respond)",
  "(?:i )?(?:don.?t|do not) know",
  "dk",
  "no (?:answer|response)",
  "not (?:answered|stated)",
  "missing",
  "(?:ich )?wei(?:ss|ß) (?:ich |es )?nicht",
  "keine (?:angaben?|antwort|auskunft)",
  "(?:antwort|auskunft|angabe)?\\s?verweigert",
  "(?:das )?(?:möchte|will) (?:ich )?(?:dazu |das |hierzu )?(?:nicht|keine angaben?) (?:sagen|angeben|beantworten|antworten|machen)",
  "k\\. ?a\\.",
  "(?:je )?ne sai[st] pas",
  "ne se prononce pas",
  "(?:sans|pas de|aucune|non)[ -]réponse",
  "(?:je )?(?:préfère|souhaite|veu[xt]|désire) ne pas (?:répondre|le dire|dire|me prononcer|se prononcer)",
  "(?:je )?ne (?:souhaite|veu[xt]|désire) pas (?:répondre|le dire|me prononcer|se prononcer)",
  "refus(?:e)?(?: de répondre)?",
  "nsp",
  "(?:no lo sé|no sé|no sabe)",
  "(?:no contesta|no responde|sin respuesta|sin contestar|ninguna respuesta)",
  "ns ?[/-] ?n[cr]",
  "prefier[oe] no (?:contestar|responder|decirlo|decir)",
  "(?:rehús[ao]|se niega|se negó)(?: a)?(?: contestar| responder)?",
  "non (?:so|lo so|sa|saprei)",
  "(?:non risponde|nessuna risposta|senza risposta)",
  "prefer(?:isco|isce) non (?:rispondere|dirlo|dire)",
  "(?:rifiut[aoi]|si rifiuta)(?: di rispondere)?",
].join("|");
/** What is no answer beside one of those; by itself it may be one. */
const SAID_BESIDE = [
  "not (?:sure|applicable|asked|available)|unsure|uncertain|unknown|no opinion|none|n\\/?a|ns|ref\\.?|nr|data|values?|system|given|provided|recorded",
  "(?:can.?t|cannot|don.?t|do not) (?:say|choose|recall|remember)",
  "vol\\.?|volunteered|spont\\.?|spontaneous|do not read(?: out)?|dnr|\\d{1,4}",
].join("|");
/** The whole text: what goes on ("Missing features", "Don't know why, but it crashed") is an answer. */
const NO_ANSWER = new RegExp(
  `^(?:${SAID})(?:(?:\\s*[/,;(–-]\\s*|\\s+(?:(?:or|and)\\s+)?)(?:${SAID}|${SAID_BESIDE})\\)?)*[.!]*$`,
  "i",
);
/** What a label begins with that stands for a code which surveys use for no answer, whatever follows. */
const NO_ANSWER_LABEL = new RegExp(`^(?:${SAID})(?!\\p{L})`, "iu");
/** Words that may as well be an option: a person is asked to look. */
const DOUBTFUL = /^(missing|declined?|skipped|filtered|refuse)$/i;
/** Denmark among countries. */
const COUNTRY = /^dk$/i;
const LETTER_CODE = /^[a-z]{2}$/i;
/** Namibia among countries. */
const NAMIBIA = "NA";
const COUNTRY_CODE = /^[A-Z]{2}$/;
/** Codes of which Namibia's may be one: so many, and so many of a hundred of what is beside it. */
const FEWEST_COUNTRIES = 5;
const MOST_OF = 0.9;
/** Beside others of it, one end of a scale. */
const TO_APPLY = /^trifft /i;
const NOT_ASKED_LABEL = /not asked|not applicable|inapplicable|skip|filter|nicht gefragt|trifft nicht zu|\bN\/?A\b/i;

function kindOfText(given: string): MissingKind | null {
  const text = given.trim();
  if (NOT_ASKED.test(text)) return "not_asked";
  return NO_ANSWER.test(text) ? "no_answer" : null;
}

/** What each of a column's labels or texts says of the value that it stands for; null when it is an answer. */
function kindsOf(texts: readonly string[]): (MissingKind | null)[] {
  const kinds = texts.map(kindOfText);
  const answers = texts.filter((_, at) => kinds[at] === null);
  const codes = answers.filter((text) => LETTER_CODE.test(text.trim()));
  const areCodes = codes.length > 1 && codes.length * 2 > answers.length;
  const hasNamibia = mayHaveNamibia(texts);
  const isScale = answers.some((text) => TO_APPLY.test(text.trim()));
  return kinds.map((kind, at) => {
    const text = (texts[at] ?? "").trim();
    const isAnswer = (areCodes && COUNTRY.test(text)) || (hasNamibia && text === NAMIBIA);
    return isAnswer || (isScale && TO_APPLY.test(text)) ? null : kind;
  });
}

/** Whether NA stands among these different texts as one of the codes of countries: a person is asked to look. */
export function mayHaveNamibia(texts: readonly string[]): boolean {
  const given = texts.map((text) => text.trim());
  const others = given.filter((text) => kindOfText(text) === null);
  const codes = others.filter((text) => COUNTRY_CODE.test(text));
  return given.includes(NAMIBIA) && codes.length >= FEWEST_COUNTRIES && codes.length >= others.length * MOST_OF;
}

/** Whether a text that was taken for no answer may be one. */
export const isDoubtful = (text: string): boolean => DOUBTFUL.test(text.trim());

/** Words in place of a time or a number that say that there is none: in brackets, or of these. */
const PLACEHOLDER =
  /^(?:[[(<{].*[\])>}]|[-–—.?*#_x]+|tbd|tba|pending|unknown|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|n\.? ?d\.?|incomplete|abgebrochen|offen|(?:not|non|nicht|no|never|noch nicht)(?: yet)? \p{L}+)$/iu;
const MOST_PLACEHOLDERS = 3;

/**
 * Texts among times or numbers that stand for a time or a number that is not there; `isTyped` tells those that are one.
 * A word that recurs among times is none of them; among numbers it may be an answer ("None") and has to look like one.
 */
export function placeholders(
  values: readonly { cell: RawScalar; count: number }[],
  isTyped: (cell: RawScalar) => boolean,
  areTimes: boolean,
): string[] {
  const others: { cell: RawScalar; count: number }[] = [];
  for (const each of values) {
    if (!isTyped(each.cell)) others.push(each);
    // Texts of their own: the rest need not be looked at.
    if (others.length > MOST_PLACEHOLDERS) return [];
  }
  const sum = (of: readonly { count: number }[]) => of.reduce((total, { count }) => total + count, 0);
  if (others.length === 0 || sum(others) * 2 > sum(values)) return [];
  const isPlaceholder = ({ cell, count }: { cell: RawScalar; count: number }) =>
    typeof cell === "string" &&
    (PLACEHOLDER.test(cell.trim()) || (areTimes && count >= SEEN_OFTEN && !/\d/.test(cell)));
  const found = others.filter(isPlaceholder).flatMap(({ cell }) => (typeof cell === "string" ? cell : []));
  return found.length === others.length ? found : [];
}

/** Codes that stand for no answer when everything else is smaller or not negative. */
const NEGATIVE = new Set([-1, -7, -8, -9, -77, -88, -97, -98, -99, -777, -888, -998, -999]);
const HIGH = new Set([66, 77, 88, 96, 97, 98, 99, 666, 777, 888, 996, 997, 998, 999, 9996, 9997, 9998, 9999]);
/** An answer's code; beside such ones, 99 is none. */
const HIGHEST_CODE = 20;
/** Beside whole numbers that are no codes, as ages, one that is so many times the largest of them is none of them. */
const FAR_OFF = 8;
/** As 999: a number that measures something seldom happens to be it. */
const ALL_NINES = /^99(?:9+|[6-8])$/;
const SEEN_OFTEN = 2;

/**
 * The codes of a column that are no answers: what the file declares, else what its labels or cells say, else the
 * numbers that surveys use for it (-1, -9; 98 and 99 beside codes up to 20).
 */
export function guessMissing(column: FileColumn, profile: ColumnProfile): MissingCode[] {
  const declared = declaredCodes(column);
  const keys = new Set(declared.flatMap((code) => ("cell" in code ? [cellKey(code.cell)] : [])));
  const found: MissingCode[] = [...declared];
  const add = (cell: string | number, kind: MissingKind, label?: string) => {
    if (keys.has(cellKey(cell))) return;
    keys.add(cellKey(cell));
    found.push({ cell, kind, ...(label !== undefined && { label }) });
  };
  const labels = column.valueLabels ?? [];
  const labelKinds = kindsOf(labels.map(({ label }) => label));
  for (const [at, { value, label }] of labels.entries()) {
    const kind = labelKinds[at] ?? (isUsualCode(value) && NO_ANSWER_LABEL.test(label.trim()) ? "no_answer" : null);
    if (kind) add(value, kind, label);
  }
  const texts = [...profile.values.values()].flatMap(({ cell }) => (typeof cell === "string" ? cell : []));
  const textKinds = kindsOf(texts);
  for (const [at, text] of texts.entries()) {
    const kind = textKinds[at];
    if (kind) add(text, kind);
  }
  for (const value of usualNumbers(column, profile)) add(value, "no_answer");
  return found;
}

function isUsualCode(value: string | number): boolean {
  const number = numberOf(value);
  return number !== null && (number < 0 || HIGH.has(number));
}

function declaredCodes({ missing, valueLabels = [] }: FileColumn): MissingCode[] {
  if (!missing) return [];
  const labels = new Map(valueLabels.map(({ value, label }) => [cellKey(value), label]));
  const single = missing.values.map((cell): MissingCode => {
    const label = labels.get(cellKey(cell));
    const kind: MissingKind = label !== undefined && NOT_ASKED_LABEL.test(label) ? "not_asked" : "no_answer";
    return { cell, kind, ...(label !== undefined && { label }) };
  });
  return [...single, ...missing.ranges.map((range): MissingCode => ({ ...range, kind: "no_answer" }))];
}

function usualNumbers(column: FileColumn, profile: ColumnProfile): number[] {
  const labelled = new Set((column.valueLabels ?? []).map(({ value }) => cellKey(value)));
  const numbers = [...profile.values.values()].flatMap(({ cell, count }) => numberIn(cell, count));
  const unlabelled = (value: number) => !labelled.has(cellKey(value));
  const negatives = numbers.filter(({ value }) => value < 0);
  // A column with other numbers below zero measures something that can be negative.
  const areCodes =
    negatives.length > 0 &&
    negatives.every(({ value }) => NEGATIVE.has(value)) &&
    negatives.length < numbers.length &&
    areAllNegatives(negatives, profile);
  const low = areCodes ? negatives.map(({ value }) => value).filter(unlabelled) : [];
  const high = profile.isVaried ? [] : farOff(numbers.filter(({ value }) => value >= 0)).filter(unlabelled);
  return [...low, ...high];
}

/** Of whole numbers those that surveys use for no answer and that are far from the others. */
function farOff(numbers: readonly { value: number; count: number }[]): number[] {
  const answers = numbers.map(({ value }) => value).filter((value) => !HIGH.has(value));
  if (answers.length < 2 || !answers.every(Number.isInteger)) return [];
  const largest = Math.max(...answers);
  const isFar = ({ value, count }: { value: number; count: number }) =>
    largest <= HIGHEST_CODE || (ALL_NINES.test(String(value)) && value >= largest * FAR_OFF && count >= SEEN_OFTEN);
  return numbers.filter((each) => HIGH.has(each.value) && isFar(each)).map(({ value }) => value);
}

/** Of a varied column only the first values are kept: others below zero may be among the rest. */
const areAllNegatives = (kept: readonly { count: number }[], { isVaried, negative }: ColumnProfile): boolean =>
  !isVaried || kept.reduce((sum, { count }) => sum + count, 0) === negative;

function numberIn(cell: RawScalar, count: number): { value: number; count: number }[] {
  const value = numberOf(cell);
  return value === null ? [] : [{ value, count }];
}
