/** What a number field accepts. `decimals`: most digits behind the point; left out: any. */
export type NumberRule = {
  min?: number | undefined;
  max?: number | undefined;
  decimals?: number | undefined;
  /** Signs that may stand before or behind the number, such as `$` or `%`. */
  prefix?: string | undefined;
  suffix?: string | undefined;
};

export type TypedNumber = { value: number | null } | { problem: string };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Groups of three digits behind one kind of sign: 1,234,567 or 1 234 567. */
const GROUPED = /^[+-]?[1-9]\d{0,2}([, ’'])\d{3}(?:\1\d{3})*(\.\d+)?$/;
/** In a field of whole numbers a point can only part groups. */
const GROUPED_WHOLE = /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/;
/** A decimal comma, where three digits do not make it a group. */
const DECIMAL_COMMA = /^[+-]?\d*,(\d{1,2}|\d{4,})$/;

/**
 * Reads typed text as one whole number or says in a sentence why it is none; no character is ever dropped. Empty text is
 * null. "1e3" is 1000, "1,234" is 1234, "1,5" is 1.5, a minus sign of any kind is a minus.
 */
export function readTypedNumber(text: string, rule: NumberRule = {}): TypedNumber {
  const shown = text.trim();
  if (shown === "") return { value: null };
  const plain = withoutSigns(shown.replace(/[−–]/g, "-").replace(/[\u00a0\u202f]/g, " "), rule);
  const value = plainValue(plain, rule.decimals === 0);
  if (value === null || !Number.isFinite(value)) {
    return { problem: `“${shortened(shown)}” is not a number: type digits, such as ${example(rule)}.` };
  }
  return problemOf(value, rule) ?? { value };
}

function plainValue(text: string, isWhole: boolean): number | null {
  if (isWhole && GROUPED_WHOLE.test(text)) return Number(text.replaceAll(".", ""));
  if (GROUPED.test(text)) return Number(text.replace(/[, ’']/g, ""));
  if (DECIMAL_COMMA.test(text)) return Number(text.replace(",", "."));
  return NUMBER.test(text) ? Number(text) : null;
}

function withoutSigns(text: string, { prefix = "", suffix = "" }: NumberRule): string {
  const [before, behind] = [prefix.trim(), suffix.trim()];
  const isNegative = before !== "" && text.startsWith(`-${before}`);
  let rest = isNegative ? text.slice(1) : text;
  if (before !== "" && rest.startsWith(before)) rest = rest.slice(before.length);
  if (behind !== "" && rest.toLowerCase().endsWith(behind.toLowerCase())) rest = rest.slice(0, -behind.length);
  return `${isNegative ? "-" : ""}${rest.trim()}`;
}

function problemOf(value: number, { min, max, decimals }: NumberRule): { problem: string } | null {
  if (decimals !== undefined && !hasAtMost(decimals, value)) {
    return {
      problem: decimals === 0 ? "Must be a whole number." : `Must have at most ${decimals} digits after the point.`,
    };
  }
  const isOutside = (min !== undefined && value < min) || (max !== undefined && value > max);
  return isOutside ? { problem: `Must be ${rangeOf(min, max)}.` } : null;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `from ${grouped(min)} to ${grouped(max)}`;
  return min === undefined ? `${grouped(max ?? 0)} or less` : `${grouped(min)} or more`;
}

/** Compares as decimals: 1.15 has two digits, although no binary fraction does. */
const hasAtMost = (decimals: number, value: number) => Number(value.toFixed(Math.min(100, decimals))) === value;

const example = ({ decimals }: NumberRule) => (decimals === 0 ? "1200" : "12.5");
const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 19)}…` : text);

/** The number as a field shows it at rest: groups of three, a decimal point, its signs. */
export function writeTypedNumber(
  value: number | null,
  { prefix = "", suffix = "", fixedDecimals }: NumberRule & { fixedDecimals?: number | undefined },
): string {
  if (value === null || !Number.isFinite(value)) return "";
  return `${value < 0 ? "-" : ""}${prefix}${grouped(Math.abs(value), fixedDecimals)}${suffix}`;
}

function grouped(value: number, fixedDecimals?: number): string {
  const digits = { minimumFractionDigits: fixedDecimals ?? 0, maximumFractionDigits: fixedDecimals ?? 20 };
  return new Intl.NumberFormat("en", digits).format(value);
}
