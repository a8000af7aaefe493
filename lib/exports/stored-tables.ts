import * as z from "zod";
import { numberFormats } from "@/lib/contracts/terms/settings";
import type { NotTabulated, Tabulated } from "@/lib/pivots/book";
import { columnKinds } from "@/lib/tables/column";
import type { Cell, PlainCell } from "@/lib/tables/csv";
import type { FormatSettings } from "@/lib/tables/format";
import type { SpanCell, SpanTable } from "@/lib/tables/span-table";

/**
 * How tables and what they are written by are read back from stored jobs. The types themselves are declared where
 * browsers use them, which load no schema for that.
 */
export const formatSettingsSchema: z.ZodType<FormatSettings> = z.object({
  timeZone: z.string(),
  numbers: z.enum(numberFormats),
});

const plainCell: z.ZodType<PlainCell> = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional();

export const cellSchema: z.ZodType<Cell> = z.union([plainCell, z.object({ figure: z.string() })]);

const spanCell: z.ZodType<SpanCell> = z
  .object({
    value: plainCell,
    kind: z.enum(columnKinds),
    isBold: z.boolean().optional(),
    isFaint: z.boolean().optional(),
    fill: z.string().optional(),
    across: z.int().optional(),
    down: z.int().optional(),
    decimals: z.int().optional(),
    beside: z.string().optional(),
    isTitle: z.boolean().optional(),
  })
  .nullable();

const spanTable: z.ZodType<SpanTable> = z.object({
  rows: z.array(z.array(spanCell)),
  sticky: z.object({ rows: z.int(), columns: z.int() }),
  widths: z.array(z.number()),
  foot: z.array(z.string()),
  head: z.object({ from: z.int(), rows: z.int() }).optional(),
});

export const notTabulatedSchema: z.ZodType<NotTabulated> = z.object({
  id: z.string(),
  title: z.string(),
  reason: z.string(),
});

/** `answers` and `set` are missing in books of earlier releases. */
export const tabulatedSchema: z.ZodType<Tabulated> = z.object({
  id: z.string(),
  title: z.string(),
  base: z.number().nullable(),
  sheet: spanTable,
  answers: z.string().nullish(),
  set: z.int().optional(),
});
