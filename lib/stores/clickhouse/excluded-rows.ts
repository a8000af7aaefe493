import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import type { ExclusionsRef } from "../postgres/answer-sets";
import { db } from "../postgres/client";
import { decisionsAfter } from "../postgres/response-exclusions";
import { besideTable, fixedColumns, hourSql, identifier, rowKey } from "./answer-table";
import { isUnknownTable } from "./attach";
import { insertRows, type Limits, readRows, runStatement } from "./client";

/**
 * Who is excluded for quality, as the engine reads it. PostgreSQL has the truth, by the ids of responses. Beside a
 * table of answers stands a small one with a row for each decision about one of its rows and the version that it came
 * with; rows are only ever added, so that a figure of one version never sees a part of the next. Whoever needs a
 * version that is not there adds what came since.
 */

/** Which responses of a table its figures leave out, those that an import brought as excluded not counted. */
export type ExcludedRows = {
  /** Where their keys stand, up to a version; null: nobody is excluded. */
  of: { table: string; version: number } | null;
  count: number;
  /** The same for the same rows, whatever was decided in between; empty: nobody. */
  state: string;
};

export const nobodyExcluded: ExcludedRows = { of: null, count: 0, state: "" };

export type ExcludedKeys = NonNullable<ExcludedRows["of"]>;

/** The keys of the rows that are excluded, as a statement that can stand in another. `also`: what else it reads of each. */
export const excludedKeys = ({ table, version }: ExcludedKeys, also = ""): string =>
  `SELECT key${also} FROM ${identifier(table)} WHERE version <= ${version} AND NOT is_whole
    GROUP BY key HAVING argMax(is_excluded, version)`;

/** Whether a row is excluded for quality: 0 or 1. */
export function isExcludedSql({ of }: Pick<ExcludedRows, "of">): string {
  const imported = `${fixedColumns.excluded} = 1`;
  return of ? `(${imported} OR ${rowKey} IN (${excludedKeys(of)}))` : `(${imported})`;
}

/** Whether a row counts: the other way round, and without an import's mark first, which the engine then need not read. */
export function isCountedSql({ of }: Pick<ExcludedRows, "of">): string {
  const imported = `${fixedColumns.excluded} = 0`;
  return of ? `${imported} AND ${rowKey} NOT IN (${excludedKeys(of)})` : imported;
}

type Known = { ref: ExclusionsRef; rows: ExcludedRows };

/** Tables whose exclusions a process remembers. */
const MOST_KNOWN = 1000;

const known = () => processWide("excluded-rows.known", () => new Map<string, Known>());
const underWay = () => processWide("excluded-rows.under-way", () => new Map<string, Promise<Known>>());

/**
 * Who is excluded of a table now, or later: of the version that its reader found, or of one that came since. `exclusions`:
 * as they were found together with the table.
 */
export async function readExcludedRows(
  table: string,
  exclusions: ExclusionsRef | null,
  limits: Limits,
): Promise<ExcludedRows> {
  if (!exclusions) return nobodyExcluded;
  const isEnough = ({ ref }: Known) => ref.list === exclusions.list && ref.version >= exclusions.version;
  for (;;) {
    limits.signal?.throwIfAborted();
    const before = known().get(table);
    if (before && isEnough(before)) return before.rows;
    const others = underWay().get(table);
    // What others wait for does not end when one of them leaves.
    const { signal: _, ...shared } = limits;
    const now = others ?? begin(table, exclusions, shared);
    const read = await now.catch((error: unknown) => {
      if (!others) throw error;
      return null;
    });
    if (read && isEnough(read)) return read.rows;
  }
}

function begin(table: string, exclusions: ExclusionsRef, limits: Limits): Promise<Known> {
  const reading = bringUp(table, exclusions, limits).finally(() => underWay().delete(table));
  underWay().set(table, reading);
  return reading;
}

async function bringUp(table: string, exclusions: ExclusionsRef, limits: Limits): Promise<Known> {
  const of = besideTable("excluded", table);
  const present = await presentVersion(of, limits);
  const { version, decisions } = await decisionsAfter(db(), exclusions, present);
  const ref = { ...exclusions, version };
  let rows = nobodyExcluded;
  if (present > 0 || decisions.length > 0) {
    if (version > present) await addDecisions({ table, of, version }, decisions, limits);
    rows = await readState({ table: of, version }, limits);
  }
  if (known().size >= MOST_KNOWN) known().clear();
  known().set(table, { ref, rows });
  return { ref, rows };
}

/** Up to which version the small table is whole; 0: there is none. */
async function presentVersion(of: string, limits: Limits): Promise<number> {
  try {
    const [found] = await readRows<{ newest: number }>(
      `SELECT max(version) AS newest FROM ${identifier(of)} WHERE is_whole`,
      {},
      limits,
    );
    return found?.newest ?? 0;
  } catch (error) {
    if (isUnknownTable(error)) return 0;
    throw error;
  }
}

/** Bounds the text of a statement, in which the ids stand. */
const CHARACTERS_AT_ONCE = 150_000;

type Beside = { table: string; of: string; version: number };

/**
 * Adds decisions, and last that they are all there: one who fails before that leaves rows that the next one adds again,
 * which changes nothing. Ids that the table of answers has not are left out.
 */
async function addDecisions(
  { table, of, version }: Beside,
  decisions: readonly { id: string; isExcluded: boolean }[],
  limits: Limits,
): Promise<void> {
  await runStatement(
    `CREATE TABLE IF NOT EXISTS ${identifier(of)} (key UInt64, hour Nullable(DateTime('UTC')), version UInt32, is_excluded Bool,
      is_whole Bool) ENGINE = ${env.CLICKHOUSE_TABLE_ENGINE} ORDER BY (key, version)`,
    {},
    limits,
  );
  const { id } = fixedColumns;
  for (const isExcluded of [true, false]) {
    const ids = decisions.filter((each) => each.isExcluded === isExcluded).map((each) => each.id);
    for (const some of piecesOf(ids)) {
      await runStatement(
        `INSERT INTO ${identifier(of)} SELECT ${rowKey}, ${hourSql}, ${version}, ${isExcluded}, false
          FROM ${identifier(table)} WHERE ${id} IN {ids:Array(String)}`,
        { ids: some },
        limits,
      );
    }
  }
  await insertRows([[0, null, version, false, true]], { table: of, format: "JSONCompactEachRow" }, limits);
}

/** Ids in pieces of which each can stand in a statement. */
export function piecesOf(ids: readonly string[]): string[][] {
  let last: string[] = [];
  let length = 0;
  const pieces: string[][] = [];
  for (const each of ids) {
    if (last.length === 0 || length + each.length > CHARACTERS_AT_ONCE) {
      last = [];
      length = 0;
      pieces.push(last);
    }
    last.push(each);
    length += each.length + 4;
  }
  return pieces;
}

async function readState(of: ExcludedKeys, limits: Limits): Promise<ExcludedRows> {
  const [found] = await readRows<{ count: number; state: string }>(
    `SELECT count() AS count, toString(sum(sipHash64(key))) AS state FROM (${excludedKeys(of)})`,
    {},
    limits,
  );
  return found && found.count > 0 ? { of, count: found.count, state: found.state } : nobodyExcluded;
}
