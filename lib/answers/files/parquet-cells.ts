import type { SchemaTree } from "hyparquet";
import type { RawCell, RawScalar } from "./answer-file";

/** What a Parquet column holds, as far as its cells have to be told apart. */
export type ParquetKind =
  | { is: "number"; decimals?: number }
  | { is: "date" }
  /** Without a zone the cell is what a clock on the wall showed. */
  | { is: "datetime"; hasZone: boolean }
  | { is: "text" | "boolean" | "list" | "other" };

export function parquetKind({ element, children }: SchemaTree): ParquetKind {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (children.length > 0) return { is: converted === "LIST" || logical?.type === "LIST" ? "list" : "other" };
  if (element.repetition_type === "REPEATED") return { is: "list" };
  if (converted === "DATE" || logical?.type === "DATE") return { is: "date" };
  if (logical?.type === "TIMESTAMP") return { is: "datetime", hasZone: logical.isAdjustedToUTC };
  if (type === "INT96" || converted?.startsWith("TIMESTAMP")) return { is: "datetime", hasZone: true };
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return { is: "number", decimals: element.scale ?? 0 };
  if (type === "BOOLEAN") return { is: "boolean" };
  return type === "BYTE_ARRAY" || type === "FIXED_LEN_BYTE_ARRAY" ? { is: "text" } : { is: "number" };
}

export function parquetCell(value: unknown, kind: ParquetKind): RawCell {
  if (Array.isArray(value)) return value.map((each) => scalar(each, kind));
  return scalar(value, kind);
}

function scalar(value: unknown, kind: ParquetKind): RawScalar {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return moment(value, kind);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // A decimal is multiplied by a power of ten when it is decoded; what that adds beyond its digits is taken away.
  if (typeof value === "number")
    return kind.is === "number" && kind.decimals !== undefined ? Number(value.toFixed(kind.decimals)) : value;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
}

function moment(value: Date, kind: ParquetKind): RawScalar {
  if (!Number.isFinite(value.getTime())) return null;
  const iso = value.toISOString();
  if (kind.is === "date") return iso.slice(0, 10);
  return kind.is === "datetime" && !kind.hasZone ? iso.slice(0, -1).replace(/\.000$/, "") : iso;
}
