import { textDecoder } from "@/lib/tables/text-decoder";
import type { FileColumn, MultipleSet, ValueLabel } from "./answer-file";
import { numbersOf, type SavDictionary, type SavNumbers, type SavVariable } from "./sav-dictionary";
import {
  encodingOf,
  longNames,
  longTextLabels,
  longTextMissing,
  measuresOf,
  multipleSet,
  multipleSetsOf,
  veryLongWidths,
} from "./sav-extensions";
import { formatted, numberFormat, type SavNumberFormat } from "./sav-format";

/** A column and where its bytes stand in a case: a number at `from`, a text in pieces. */
export type SavColumn = {
  column: FileColumn;
  from: number;
  number: SavNumberFormat | null;
  pieces: { from: number; to: number }[];
};

export type SavColumns = {
  columns: SavColumn[];
  multipleSets: MultipleSet[];
  weight?: string;
  encoding: string;
  notices: string[];
};

/** Numbers of the subtypes of extension records. */
const SUBTYPE = {
  integers: 3,
  floats: 4,
  sets: 7,
  display: 11,
  longNames: 13,
  veryLong: 14,
  newerSets: 19,
  encoding: 20,
  labels: 21,
  missing: 22,
};

/** Texts longer than 255 bytes stand in several variables: each takes up 252 of the length and holds 255 bytes of it. */
const PIECE_COUNTS = 252;
const PIECE_HOLDS = 255;

type Named = {
  variable: SavVariable;
  short: string;
  name: string;
  width: number;
  parts: SavVariable[];
  measure: FileColumn["measure"];
};

/** The file's own way to write numbers and texts, and the bytes of its extension records. */
type Reading = SavNumbers & { text: (bytes: Buffer) => string; bytesOf: (subtype: number) => Buffer };

/** Columns as a person knows them, from a dictionary's records. */
export function savColumns(dictionary: SavDictionary): SavColumns {
  const { extensions, header } = dictionary;
  const numbers = numbersOf(header.isLittleEndian);
  const bytesOf = (subtype: number) => Buffer.concat((extensions.get(subtype) ?? []).map(({ bytes }) => bytes));
  const encoding = encodingIn(bytesOf, numbers);
  const reading: Reading = { ...numbers, bytesOf, text: textDecoder(encoding) };
  const named = nameVariables(dictionary, reading);
  const weight = named.find(({ variable }) => header.weightSlot > 0 && variable.slot === header.weightSlot - 1)?.name;
  return {
    columns: columnsOf(dictionary, named, reading),
    ...setsOf(named, reading),
    ...(weight !== undefined && { weight }),
    encoding,
  };
}

function encodingIn(bytesOf: Reading["bytesOf"], { int }: SavNumbers): string {
  const integers = bytesOf(SUBTYPE.integers);
  const codePage = integers.length >= 32 ? int(integers, 28) : undefined;
  return encodingOf(bytesOf(SUBTYPE.encoding).toString("latin1"), codePage);
}

function columnsOf(dictionary: SavDictionary, named: readonly Named[], reading: Reading): SavColumn[] {
  const { text, int, bytesOf } = reading;
  const labels = labelsBySlot(dictionary, named, reading);
  const longLabels = longTextLabels(bytesOf(SUBTYPE.labels), int, text);
  const longMissing = longTextMissing(bytesOf(SUBTYPE.missing), int, text);
  return named.map((each): SavColumn => {
    const { variable, name, width, measure } = each;
    const number = width === 0 ? numberFormat(variable.format) : null;
    const valueLabels = labels.get(variable.slot) ?? longLabels.get(name);
    const missing =
      number === null ? textMissing(each, longMissing.get(name) ?? [], text) : numericMissing(variable, reading);
    const column: FileColumn = {
      name,
      ...hintOf(number),
      ...(variable.label && { label: text(variable.label).trimEnd() }),
      ...(valueLabels && { valueLabels }),
      ...((missing.values.length > 0 || missing.ranges.length > 0) && { missing }),
      ...(measure && { measure }),
      ...(width > 0 && { width }),
    };
    return { column, from: variable.slot * 8, number, pieces: piecesOf(each) };
  });
}

function hintOf(number: SavNumberFormat | null): Pick<FileColumn, "hint" | "unit"> {
  return number === "minutes" ? { hint: "number", unit: "minutes" } : { hint: number ?? "text" };
}

function setsOf(named: readonly Named[], { bytesOf, text }: Reading): Pick<SavColumns, "multipleSets" | "notices"> {
  // Older writers name variables by their short name, newer ones by the long one.
  const byShort = named.map((each): [string, Named] => [each.short, each]);
  const byName = new Map([...byShort, ...named.map((each): [string, Named] => [each.name.toUpperCase(), each])]);
  const raw = [...multipleSetsOf(bytesOf(SUBTYPE.sets), text), ...multipleSetsOf(bytesOf(SUBTYPE.newerSets), text)];
  const multipleSets: MultipleSet[] = [];
  const notices: string[] = [];
  for (const set of raw) {
    const read = multipleSet(set, (name) => {
      const each = byName.get(name.toUpperCase());
      return each && { name: each.name, isText: each.width > 0 };
    });
    if (read) multipleSets.push(read);
    else
      notices.push(
        `The multiple-response set “${set.name}” names a variable that the file does not have: it is left out.`,
      );
  }
  return { multipleSets, notices };
}

function nameVariables({ variables }: SavDictionary, { text, bytesOf, int }: Reading): Named[] {
  const long = longNames(text(bytesOf(SUBTYPE.longNames)));
  const widths = veryLongWidths(text(bytesOf(SUBTYPE.veryLong)));
  const measures = measuresOf(bytesOf(SUBTYPE.display), variables.length, int);
  const named: Named[] = [];
  for (let at = 0; at < variables.length; ) {
    const variable = variables[at];
    if (!variable) break;
    const short = text(variable.name).trimEnd().toUpperCase();
    const width = widths.get(short) ?? variable.width;
    const count = width > 255 ? Math.ceil(width / PIECE_COUNTS) : 1;
    const parts = variables.slice(at, at + count);
    named.push({ variable, short, name: long.get(short) ?? short, width, parts, measure: measures[at] });
    at += count;
  }
  return named;
}

function piecesOf({ width, parts }: Named): { from: number; to: number }[] {
  return parts.flatMap(({ slot }, at) => {
    const length = Math.min(width > 255 ? PIECE_HOLDS : width, width - at * PIECE_HOLDS);
    return length > 0 ? [{ from: slot * 8, to: slot * 8 + length }] : [];
  });
}

function labelsBySlot(
  { labels }: SavDictionary,
  named: readonly Named[],
  { text, float }: Reading,
): Map<number, ValueLabel[]> {
  const bySlot = new Map(named.map((each) => [each.variable.slot, each]));
  const found = new Map<number, ValueLabel[]>();
  for (const set of labels) {
    for (const slot of set.slots) {
      const each = bySlot.get(slot);
      if (!each) continue;
      const format = numberFormat(each.variable.format);
      const value = (bytes: Buffer) =>
        each.width === 0 ? formatted(float(bytes), format) : text(bytes.subarray(0, each.width)).trimEnd();
      found.set(slot, [
        ...(found.get(slot) ?? []),
        ...set.labels.map((one) => ({ value: value(one.value), label: text(one.label).trimEnd() })),
      ]);
    }
  }
  return found;
}

type Missing = NonNullable<FileColumn["missing"]>;

function textMissing({ variable, width }: Named, long: readonly string[], text: Reading["text"]): Missing {
  const short = variable.missing.values.map((value) => text(value.subarray(0, width)).trimEnd());
  return { values: [...short, ...long], ranges: [] };
}

/** A range may go on without end: then its end is the lowest or highest number that the file names as such. */
function numericMissing({ missing, format }: SavVariable, { float, bytesOf }: Reading): Missing {
  const floats = bytesOf(SUBTYPE.floats);
  const [highest, lowest] =
    floats.length >= 24 ? [float(floats, 8), float(floats, 16)] : [Number.MAX_VALUE, -Number.MAX_VALUE];
  const { range } = missing;
  const shown = numberFormat(format);
  // Days are no numbers that a range could hold.
  const endOf = (end: number) => (shown === "minutes" ? Number(formatted(end, shown)) : end);
  const low = range && range.low > lowest && range.low > -Number.MAX_VALUE ? endOf(range.low) : null;
  const high = range && range.high < highest && range.high < Number.MAX_VALUE ? endOf(range.high) : null;
  return {
    values: missing.values.map((bytes) => formatted(float(bytes), shown)),
    ranges: range ? [{ low, high }] : [],
  };
}
