import { env } from "@/lib/env";
import { fixedColumns, identifier } from "./answer-table";
import { insertRows, readRows, runStatement } from "./client";

/**
 * The ids of a file that is tried, in a table of their own while they are counted: a file may have more of them than
 * a process has memory for.
 */
export type TriedIds = {
  add: (ids: readonly string[]) => Promise<void>;
  /** Ids as each counts once: how many, and how many of them the table has. */
  count: (table: string | null) => Promise<CountedIds>;
  drop: () => Promise<void>;
};
type CountedIds = { distinct: number; known: number };

/** Each insert is a part of the table. */
const IDS_AT_ONCE = 200_000;

export function triedIds(signal?: AbortSignal): TriedIds {
  const table = identifier(`tried_${crypto.randomUUID().replaceAll("-", "")}`);
  const limits = { timeMs: 600_000, ...(signal && { signal }) };
  let waiting: [string][] = [];
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
      if (waiting.length >= IDS_AT_ONCE) await write();
    },
    async count(earlier) {
      await write();
      const known =
        earlier === null ? "0" : `uniqExactIf(id, id IN (SELECT ${fixedColumns.id} FROM ${identifier(earlier)}))`;
      const [found] = await readRows<CountedIds>(
        `SELECT uniqExact(id) AS distinct, ${known} AS known FROM ${table}`,
        {},
        limits,
      );
      return found ?? { distinct: 0, known: 0 };
    },
    async drop() {
      if (isMade) await runStatement(`DROP TABLE IF EXISTS ${table}`);
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
