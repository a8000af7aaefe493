import type { FileMetaData, SchemaTree } from "hyparquet";
import * as z from "zod";
import type { RawCell, RawScalar } from "./answer-file";
import { clockText } from "./cell-units";

/** What a Parquet column holds, as far as its cells have to be told apart. */
export type ParquetKind =
  | { is: "number"; decimals?: number }
  | { is: "date" }
  /** A time of day or a length, as a count of parts of a second. */
  | { is: "time"; perSecond: number }
  /** Without a zone the cell is what a clock on the wall showed. */
  | { is: "datetime"; hasZone: boolean }
  | { is: "text" | "boolean" | "list" | "other" };

/** Of the longest decimals that are written. */
const MOST_DECIMALS = 76;

export function parquetKind({ element, children }: SchemaTree): ParquetKind {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (children.length > 0) return { is: converted === "LIST" || logical?.type === "LIST" ? "list" : "other" };
  if (element.repetition_type === "REPEATED") return { is: "list" };
  const perSecond = partsOfTime(element);
  if (perSecond !== null) return { is: "time", perSecond };
  if (converted === "DATE" || logical?.type === "DATE") return { is: "date" };
  if (logical?.type === "TIMESTAMP") return { is: "datetime", hasZone: logical.isAdjustedToUTC };
  if (type === "INT96" || converted?.startsWith("TIMESTAMP")) return { is: "datetime", hasZone: true };
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") {
    const { scale: decimals = 0 } = element;
    return decimals >= 0 && decimals <= MOST_DECIMALS ? { is: "number", decimals } : { is: "other" };
  }
  if (type === "BOOLEAN") return { is: "boolean" };
  return type === "BYTE_ARRAY" || type === "FIXED_LEN_BYTE_ARRAY" ? { is: "text" } : { is: "number" };
}

const PER_SECOND = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 };

function partsOfTime({ converted_type: converted, logical_type: logical }: SchemaTree["element"]): number | null {
  if (logical?.type === "TIME") return PER_SECOND[logical.unit];
  if (converted === "TIME_MILLIS") return PER_SECOND.MILLIS;
  return converted === "TIME_MICROS" ? PER_SECOND.MICROS : null;
}

const PANDAS_UNITS: Record<string, number> = {
  s: 1,
  ms: PER_SECOND.MILLIS,
  us: PER_SECOND.MICROS,
  ns: PER_SECOND.NANOS,
};

const pandasSchema = z.object({
  columns: z.array(z.object({ field_name: z.string().nullish(), numpy_type: z.string().nullish() })),
});

/** Columns of lengths of time: Parquet has no type for them, and pandas says beside the columns which they are. */
export function pandasLengths(metadata: FileMetaData["key_value_metadata"] = []): Map<string, ParquetKind> {
  const text = metadata.find(({ key }) => key === "pandas")?.value;
  const parsed = pandasSchema.safeParse(jsonOf(text ?? ""));
  const columns = parsed.success ? parsed.data.columns : [];
  return new Map(
    columns.flatMap(({ field_name: name, numpy_type: type }): [string, ParquetKind][] => {
      const perSecond = PANDAS_UNITS[/^timedelta64\[(\w+)\]$/.exec(type ?? "")?.[1] ?? ""];
      return perSecond === undefined || !name ? [] : [[name, { is: "time", perSecond }]];
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const isDecimal = (kind: ParquetKind): boolean => kind.is === "number" && kind.decimals !== undefined;

export function parquetCell(value: unknown, kind: ParquetKind): RawCell {
  if (Array.isArray(value)) return value.map((each) => scalar(each, kind));
  return scalar(value, kind);
}

function scalar(value: unknown, kind: ParquetKind): RawScalar {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return moment(value, kind);
  if (kind.is === "time" && (typeof value === "bigint" || typeof value === "number"))
    return clockText((Number(value) / kind.perSecond) * 1_000);
  if (kind.is === "number" && kind.decimals !== undefined) return decimal(value, kind.decimals);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // What there is no number for is no number: other packages write it where a cell is empty.
  if (typeof value === "number") return Number.isNaN(value) ? null : value;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Uint8Array) return new TextDecoder().decode(inner);
    return typeof inner === "bigint" ? String(inner) : inner;
  });
}

/** A decimal from the whole number that stands for it: 1250 of two decimals is 12.5. */
function decimal(value: unknown, decimals: number): RawScalar {
  const whole = wholeOf(value);
  if (whole === null) return null;
  const digits = String(whole < 0n ? -whole : whole).padStart(decimals + 1, "0");
  const [before, behind] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const text = `${whole < 0n ? "-" : ""}${before}`;
  const isWhole = /^0*$/.test(behind);
  return isWhole && !Number.isSafeInteger(Number(text)) ? text : Number(isWhole ? text : `${text}.${behind}`);
}

/** Bytes are a number with a sign, its highest digits first. */
function wholeOf(value: unknown): bigint | null {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return BigInt(value);
  if (!(value instanceof Uint8Array) || value.length === 0) return null;
  return BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString("hex")}`));
}

function moment(value: Date, kind: ParquetKind): RawScalar {
  if (!Number.isFinite(value.getTime())) return null;
  const iso = value.toISOString();
  if (kind.is === "date") return iso.slice(0, 10);
  return kind.is === "datetime" && !kind.hasZone ? iso.slice(0, -1).replace(/\.000$/, "") : iso;
}
