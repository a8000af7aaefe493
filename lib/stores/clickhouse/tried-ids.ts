import { env } from "@/lib/env";
import { countResponses, inPart } from "./answer-rows";
import { fixedColumns, identifier } from "./answer-table";
import { insertRows, readRows, runStatement, streamRows } from "./client";

/**
 * The ids of a file that is tried, in a table of their own while they are counted: a file may have more of them than
 * a process has memory for.
 */
export type TriedIds = {
  add: (ids: readonly string[]) => Promise<void>;
  /** Ids as each counts once: how many, and how many of them the table has. */
  count: (table: string | null) => Promise<CountedIds>;
  /** Those that a table of answers has, each once and some at a time. */
  knownIn: (table: string) => AsyncGenerator<string[]>;
  /** Writes what was added, and names the table that has them. */
  written: () => Promise<string>;
  drop: () => Promise<void>;
};
type CountedIds = { distinct: number; known: number };

/** Each insert is a part of the table. */
const IDS_AT_ONCE = 200_000;

/** Each costs some 100 bytes while it is counted, and twice where it is looked for among those of a table. */
const IDS_COUNTED_AT_ONCE = 1_500_000;

export function triedIds(signal?: AbortSignal, idsCounted = IDS_COUNTED_AT_ONCE): TriedIds {
  const table = identifier(`tried_${crypto.randomUUID().replaceAll("-", "")}`);
  const limits = { timeMs: 600_000, ...(signal && { signal }) };
  let waiting: [string][] = [];
  let added = 0;
  let isMade = false;
  const write = async () => {
    if (!isMade) {
      await runStatement(`CREATE TABLE ${table} (id String) ENGINE = ${env.CLICKHOUSE_TABLE_ENGINE} ORDER BY id`);
      isMade = true;
    }
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await insertRows(rows, { table, columns: ["id"], format: "JSONCompactEachRow" }, limits);
  };
  return {
    async add(ids) {
      for (const id of ids) waiting.push([id]);
      added += ids.length;
      if (waiting.length >= IDS_AT_ONCE) await write();
    },
    async count(earlier) {
      await write();
      const most = Math.max(added, earlier === null ? 0 : await countResponses(earlier));
      const parts = Math.max(1, Math.ceil(most / idsCounted));
      const counted = { distinct: 0, known: 0 };
      for (let part = 0; part < parts; part += 1) {
        const [found] = await readRows<CountedIds>(countSql(table, earlier, part, parts), {}, limits);
        counted.distinct += found?.distinct ?? 0;
        counted.known += found?.known ?? 0;
      }
      return counted;
    },
    async *knownIn(earlier) {
      if (added === 0) return;
      await write();
      const known = `SELECT DISTINCT id FROM ${table} WHERE id IN (SELECT ${fixedColumns.id} FROM ${identifier(earlier)})`;
      for await (const rows of streamRows<{ id: string }>(known, {}, limits)) yield rows.map(({ id }) => id);
    },
    async written() {
      await write();
      return table;
    },
    async drop() {
      if (isMade) await runStatement(`DROP TABLE IF EXISTS ${table}`);
    },
  };
}

function countSql(table: string, earlier: string | null, part: number, parts: number): string {
  const { id } = fixedColumns;
  const isKnown = earlier && `id IN (SELECT ${id} FROM ${identifier(earlier)} WHERE ${inPart(id, part, parts)})`;
  const known = isKnown ? `uniqExactIf(id, ${isKnown})` : "0";
  return `SELECT uniqExact(id) AS distinct, ${known} AS known FROM ${table} WHERE ${inPart("id", part, parts)}`;
}

/**
 * Ids of two lists, each once: how many both have, and those that only one has. The lists are compared in parts, which
 * bounds the memory that this takes.
 */
export function compareIds(first: TriedIds, second: TriedIds, signal?: AbortSignal, idsCounted = IDS_COUNTED_AT_ONCE) {
  const limits = { timeMs: 600_000, ...(signal && { signal }) };
  const partsOf = async (tables: readonly string[]) => {
    const counts = await Promise.all(tables.map(countResponses));
    return Math.max(1, Math.ceil(Math.max(...counts) / idsCounted));
  };
  return {
    async countShared(): Promise<number> {
      const [mine, its] = [await first.written(), await second.written()];
      const parts = await partsOf([mine, its]);
      let shared = 0;
      for (let part = 0; part < parts; part += 1) {
        const isIn = inPart("id", part, parts);
        const [found] = await readRows<{ shared: number }>(
          `SELECT uniqExact(id) AS shared FROM ${mine} WHERE ${isIn} AND id IN (SELECT id FROM ${its} WHERE ${isIn})`,
          {},
          limits,
        );
        shared += found?.shared ?? 0;
      }
      return shared;
    },
    /** The ids that only one of the two lists has. */
    async *onlyIn(which: "first" | "second"): AsyncGenerator<string[]> {
      const tables = [await first.written(), await second.written()];
      const [from, without] = which === "first" ? tables : tables.toReversed();
      const parts = await partsOf(tables);
      for (let part = 0; part < parts; part += 1) {
        const isIn = inPart("id", part, parts);
        const sql = `SELECT DISTINCT id FROM ${from} WHERE ${isIn} AND id NOT IN (SELECT id FROM ${without} WHERE ${isIn})`;
        for await (const rows of streamRows<{ id: string }>(sql, {}, limits)) yield rows.map(({ id }) => id);
      }
    },
  };
}

/** Removes what a process that died has left of such tables. */
export async function dropOldTriedIds(): Promise<void> {
  const found = await readRows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'tried_')
      AND metadata_modification_time < now() - INTERVAL 12 HOUR`,
  );
  for (const { name } of found) await runStatement(`DROP TABLE IF EXISTS ${identifier(name)}`);
}
