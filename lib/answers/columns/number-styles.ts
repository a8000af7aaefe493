import { type DecimalSign, numberOf } from "@/lib/contracts/rules/answer-cells";

/**
 * Numbers as people and accounting systems write them. `unit`: the currency, percent, or minutes of a length; a column
 * of numbers has one.
 */
export type NumberStyle = "negative" | "currency" | "percent" | "grouped" | "suffix" | "length";
export type Styled = { value: number; style: NumberStyle; unit: string };

/** Longer texts are sentences. */
const LONGEST = 30;

const CODES = "CHF|EUR|USD|GBP|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|JPY|CNY|BRL|MXN|ZAR|Rs\\.?|kr\\.?|Fr\\.?";
const CURRENCY_FIRST = new RegExp(`^([$€£¥₹₽₩]|(?:US|CA|AU)\\$|R\\$|(?:${CODES})(?![a-z]))\\s*`, "i");
const CURRENCY_LAST = new RegExp(`\\s*([$€£¥₹₽₩]|(?<![a-z])(?:${CODES}))$`, "i");
/** Asked of every text of a file: most go no further. */
const BEGINNING = new RegExp(`^\\s*(?:[\\d(.,$€£¥₹₽₩+−‒–-]|(?:US|CA|AU|R)\\$|(?:${CODES})(?![a-z]))`, "i");
const MINUS_FIRST = /^[-−‒–]\s*/;
const SUFFIX = /^([\d.,'’ \u00a0\u202f]*\d)\s*(k|K|tsd\.?|Tsd\.?|M|Mn|mn|mio\.?|Mio\.?|bn|Mrd\.?|mrd\.?)$/;
const FACTORS: Record<string, number> = { k: 1e3, tsd: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9, mrd: 1e9 };
/** Blanks or apostrophes between thousands; lakhs and crores. */
const GROUPED = /^\d{1,3}(?:['’ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/;

const AMOUNT = "(\\d+(?:[.,]\\d+)?)";
const CLOCK = /^([-−])?(\d{1,8}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/;
const LENGTH = new RegExp(
  `^(?:${AMOUNT}\\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora)\\b\\.?)?\\s*` +
    `(?:${AMOUNT}\\s*(?:(?<=h.*)m|mins?|minutes?|minuten?|minutos?|minut[io])\\b\\.?)?\\s*` +
    `(?:${AMOUNT}\\s*(?:(?<=m.*)s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|second[io])\\b\\.?)?$`,
  "i",
);

/** The number that a text is beside its signs and words; null: it is none, or is one by itself. */
export function styledNumber(given: string, decimal: DecimalSign): Styled | null {
  if (given.length > LONGEST || !BEGINNING.test(given) || !/\d/.test(given)) return null;
  const text = given.trim();
  const length = minutesOf(text);
  if (length !== null) return { value: length, style: "length", unit: "minutes" };
  const signed = withoutSign(text);
  const money = withoutCurrency(signed.text);
  // -$5 and $-5 are one.
  const inner = money.unit === "" ? { text: money.text, isNegative: false } : withoutSign(money.text);
  const isNegative = signed.isNegative !== inner.isNegative;
  const { value, style } = bareNumber(inner.text, decimal);
  if (value === null) return null;
  const amount = isNegative ? -value : value;
  if (style === "percent") return { value: amount, style, unit: "%" };
  if (money.unit !== "") return { value: amount, style: "currency", unit: money.unit };
  if (style !== null) return { value: amount, style, unit: "" };
  return signed.isNegative && numberOf(text, decimal) === null ? { value: amount, style: "negative", unit: "" } : null;
}

function withoutSign(text: string): { text: string; isNegative: boolean } {
  const inBrackets = /^\((.*)\)$/.exec(text)?.[1];
  if (inBrackets !== undefined) return { text: inBrackets.trim(), isNegative: true };
  if (MINUS_FIRST.test(text)) return { text: text.replace(MINUS_FIRST, ""), isNegative: true };
  const before = /^(.*\d.*?)\s*[-−]$/.exec(text)?.[1];
  return { text: before ?? text, isNegative: before !== undefined };
}

function withoutCurrency(text: string): { text: string; unit: string } {
  const found = CURRENCY_FIRST.exec(text) ?? CURRENCY_LAST.exec(text);
  if (!found) return { text, unit: "" };
  return { text: text.replace(found[0], "").trim(), unit: (found[1] ?? "").toUpperCase() };
}

type Bare = { value: number | null; style: NumberStyle | null };

/** No sign stands before it any more. */
function bareNumber(text: string, decimal: DecimalSign): Bare {
  if (!/^\d|^[.,]\d/.test(text)) return { value: null, style: null };
  const plain = numberOf(text, decimal);
  if (plain !== null) return { value: plain, style: null };
  if (/[^%]%$/.test(text)) return { ...bareNumber(text.slice(0, -1).trimEnd(), decimal), style: "percent" };
  if (GROUPED.test(text)) return { value: numberOf(text.replace(/['’ \u00a0\u202f]/g, ""), decimal), style: "grouped" };
  if (decimal === "." && INDIAN.test(text)) return { value: Number(text.replaceAll(",", "")), style: "grouped" };
  const [, digits, suffix] = SUFFIX.exec(text) ?? [];
  if (digits === undefined || suffix === undefined) return { value: null, style: null };
  const { value } = bareNumber(digits, decimal);
  const factor = FACTORS[suffix.toLowerCase().replace(".", "")] ?? 1;
  return { value: value === null ? null : Number((value * factor).toPrecision(15)), style: "suffix" };
}

/** A length of time in minutes, as 1:05:00, 39 min and 1 h 5 min; null: it is none. */
function minutesOf(text: string): number | null {
  const [, sign, ...clock] = CLOCK.exec(text) ?? [];
  const [hours, minutes, seconds] = clock.length > 0 ? clock : (LENGTH.exec(text)?.slice(1) ?? []);
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  const amount = (digits = "0") => Number(digits.replace(",", "."));
  const length = Number((amount(hours) * 60 + amount(minutes) + amount(seconds) / 60).toPrecision(12));
  return sign === undefined || length === 0 ? length : -length;
}

/** The number that a cell is, as it is written or by its style. */
export function anyNumber(cell: string | number | boolean | null, decimal: DecimalSign = "."): number | null {
  const plain = numberOf(cell, decimal);
  if (plain !== null || typeof cell !== "string") return plain;
  return styledNumber(cell, decimal)?.value ?? null;
}
