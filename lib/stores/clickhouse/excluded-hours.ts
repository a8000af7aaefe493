import { chunked } from "@/lib/chunked";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { besideTable, fixedColumns, hourSql, identifier } from "./answer-table";
import { isUnknownTable } from "./attach";
import { type Limits, readRows, runStatement } from "./client";
import { type ExcludedKeys, excludedKeys, isCountedSql } from "./excluded-rows";
import { type ColumnsTogether, columnsFigures } from "./trend-figures";

/**
 * The figures that a table keeps by hours are of all its rows. Of an hour with excluded ones, the figures of the others
 * stand beside the table under a token that only the same hour with the same rows excluded has: so nothing of it ever
 * changes, one exclusion more costs one hour, and undoing it finds the figures of before.
 */
export type ExcludedHours = {
  /** Where the figures stand. */
  table: string;
  /** Epoch seconds, and the token of each. */
  hours: number[];
  tokens: string[];
  /** Every hour of the table has excluded rows: what it keeps itself need not be read. */
  isEveryHour: boolean;
  /** What the figures of columns that stand together are called there. */
  namesOf: (columns: ColumnsTogether) => string[];
};

/** Of more hours the tokens would be most of a statement, and it is quicker to read the rows. */
const MOST_HOURS = 20_000;
/** Hours of one statement. */
const AT_ONCE = 5000;
const MOST_KNOWN = 200;

/** Null: too many hours have excluded rows. */
export async function readExcludedHours(
  table: string,
  kept: readonly ColumnsTogether[],
  of: ExcludedKeys,
  limits: Limits,
): Promise<ExcludedHours | null> {
  const known = processWide("excluded-hours.known", () => new Map<string, { version: number; found: Found }>());
  const before = known.get(table);
  const found = before?.version === of.version ? before.found : await findHours(of, limits);
  if (found.hours.length > MOST_HOURS) return null;
  const beside = { table: besideTable("hours", table), kept };
  if (before?.version !== of.version) {
    await addMissing(table, of, { ...beside, found }, limits);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(table, { version: of.version, found });
  }
  const isEveryHour = found.hours.length === (await countHours(table, limits));
  return { table: beside.table, ...found, isEveryHour, namesOf: (columns) => namesIn(kept, columns) };
}

/** In how many hours a table has rows, which never change. */
async function countHours(table: string, limits: Limits): Promise<number> {
  const known = processWide("excluded-hours.count", () => new Map<string, number>());
  const before = known.get(table);
  if (before !== undefined) return before;
  const [counted] = await readRows<{ hours: number }>(
    `SELECT count() AS hours FROM (SELECT ${hourSql} AS hour FROM ${identifier(table)} GROUP BY hour HAVING isNotNull(hour))`,
    {},
    limits,
  );
  const hours = counted?.hours ?? 0;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(table, hours);
  return hours;
}

type Found = Pick<ExcludedHours, "hours" | "tokens">;

async function findHours(of: ExcludedKeys, limits: Limits): Promise<Found> {
  const rows = await readRows<{ at: number; token: string }>(
    `SELECT toUnixTimestamp(assumeNotNull(hour)) AS at, toString(sipHash64(at, arraySort(groupArray(key)))) AS token
      FROM (${excludedKeys(of, ", any(hour) AS hour")}) WHERE isNotNull(hour) GROUP BY at ORDER BY at LIMIT ${MOST_HOURS + 1}`,
    {},
    limits,
  );
  return { hours: rows.map(({ at }) => at), tokens: rows.map(({ token }) => token) };
}

type Beside = { table: string; kept: readonly ColumnsTogether[]; found: Found };

const namesIn = (kept: readonly ColumnsTogether[], columns: ColumnsTogether): string[] =>
  columnsFigures(columns).map((_, place) => `f${kept.indexOf(columns)}_${place}`);

/** Adds the figures of hours that are not there; of an hour without a row that counts there are none. */
async function addMissing(table: string, of: ExcludedKeys, { table: to, kept, found }: Beside, limits: Limits) {
  const present = await presentTokens(to, found, limits);
  const missing = found.hours.flatMap((hour, at) => {
    const token = found.tokens[at] ?? "";
    return present.has(token) ? [] : [{ hour, token }];
  });
  const { time } = fixedColumns;
  const at = `toUnixTimestamp(assumeNotNull(${hourSql}))`;
  const figures = kept.flatMap((columns) => {
    const names = namesIn(kept, columns);
    return columnsFigures(columns).map((figure, place) => `${figure} AS ${names[place]}`);
  });
  const token = `transform(${at}, {hours:Array(UInt32)}, {tokens:Array(String)}, '') AS token`;
  const select = `SELECT ${[token, `${hourSql} AS hour`, `min(${time}) AS first`, `max(${time}) AS last`, ...figures].join(", ")}
    FROM ${identifier(table)} WHERE ${time} >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      AND ${time} < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND ${at} IN {hours:Array(UInt32)}
      AND ${isCountedSql({ of })} GROUP BY ${hourSql}`;
  await runStatement(
    `CREATE TABLE IF NOT EXISTS ${identifier(to)} ENGINE = ${env.CLICKHOUSE_TABLE_ENGINE} ORDER BY token EMPTY AS ${select}`,
    { hours: [0], tokens: [""], from: 0, to: 0 },
    limits,
  );
  for (const some of chunked(missing, AT_ONCE)) {
    const [hours, tokens] = [some.map(({ hour }) => hour), some.map(({ token }) => token)];
    const bounds = { from: (hours[0] ?? 0) * 1000, to: ((hours.at(-1) ?? 0) + 3600) * 1000 };
    await runStatement(`INSERT INTO ${identifier(to)} ${select}`, { hours, tokens, ...bounds }, limits);
  }
}

async function presentTokens(of: string, { tokens }: Found, limits: Limits): Promise<Set<string>> {
  try {
    const rows = await readRows<{ token: string }>(
      `SELECT DISTINCT token FROM ${identifier(of)} WHERE token IN {tokens:Array(String)}`,
      { tokens },
      limits,
    );
    return new Set(rows.map(({ token }) => token));
  } catch (error) {
    if (isUnknownTable(error)) return new Set();
    throw error;
  }
}
