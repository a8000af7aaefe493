import { Readable } from "node:stream";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import {
  allBeside,
  besideTable,
  codesOfBoth,
  fixedColumns,
  identifier,
  missingColumn,
  missingMark,
  partSettings,
  tableColumns,
  withoutCodes,
} from "./answer-table";
import { isUnknownTable } from "./attach";
import { attach, insertRows, isOutOfMemory, readRows, runStatement } from "./client";
import { createAnswers } from "./new-table";

/**
 * Writes a revision's table aside: the rows of a file into a table beside it, and from that and the table before the
 * table that will be read. Nobody reads either until PostgreSQL names it.
 */
type Columns = readonly (readonly [name: string, type: string])[];

/** Where the rows of the file wait; what else is needed beside a table while it is written stands there, too. */
export const stagingOf = (table: string): string => besideTable("staging", table);

/** Long work on much data; a query that a person waits for has less. */
export const WRITING = {
  timeMs: 3_600_000,
  memoryBytes: 1280 * 1024 * 1024,
  // Blocks and buffers of the usual size are more than there is, when a table has hundreds of columns, and of millions
  // of rows they hold twice as much.
  settings: {
    max_compress_block_size: 128 * 1024,
    min_insert_block_size_bytes: 32 * 1024 * 1024,
    min_insert_block_size_rows: 100_000,
    max_insert_threads: 1,
    max_threads: 1, // each has blocks of its own
    // Each column is named several times.
    max_query_size: 16 * 1024 * 1024,
    max_ast_elements: 5_000_000,
    max_expanded_ast_elements: 5_000_000,
  },
};

type Stage = { table: string; questions: readonly Question[]; weights: readonly Weight[]; signal?: AbortSignal };

/** Cells that go in one statement: each is a part of the table, and many small ones would have to be merged. */
const CELLS_AT_ONCE = 20_000_000;
const BYTES_AT_ONCE = 128 * 1024 * 1024;

/**
 * Writes rows (in the order of the columns of `tableColumns` for these questions and weights; moments in ISO) into an
 * empty place beside the table; what an earlier try left there is thrown away. Resolves with how many.
 */
export async function stageRows(
  rows: AsyncIterable<unknown[]>,
  { table, questions, weights, signal }: Stage,
): Promise<number> {
  const columns = tableColumns(questions, weights);
  const staging = stagingOf(table);
  await dropTable(staging);
  const { id, row } = fixedColumns;
  const list = columns.map(([name, type]) => `${identifier(name)} ${type}`).join(", ");
  await runStatement(
    `CREATE TABLE ${staging} (${list}) ENGINE = ${env.CLICKHOUSE_TABLE_ENGINE} ORDER BY (${id}, ${row})
      SETTINGS ${partSettings(columns.length)}`,
    {},
    WRITING,
  );
  const source = rows[Symbol.asyncIterator]();
  const insert = {
    table: staging,
    columns: namesOf(columns),
    format: "JSONCompactEachRow" as const,
  };
  try {
    for (let staged = 0; ; ) {
      const part = partOf(source, Math.max(1000, Math.floor(CELLS_AT_ONCE / columns.length)));
      const first = await part.next();
      if (first.done) return staged;
      const failure: { error?: unknown } = {};
      const all = Readable.from(withFirst(first.value, part, failure));
      await insertRows(all, insert, { ...WRITING, ...(signal && { signal }) });
      if ("error" in failure) throw failure.error;
      staged += part.taken();
    }
  } finally {
    await source.return?.();
  }
}

const namesOf = (columns: Columns): [string, ...string[]] => {
  const [first = fixedColumns.row, ...rest] = columns.map(([name]) => name);
  return [first, ...rest];
};

/** As many of the next rows as go in one statement. */
function partOf(source: AsyncIterator<unknown[]>, mostRows: number) {
  let rows = 0;
  let bytes = 0;
  return {
    taken: () => rows,
    async next(): Promise<IteratorResult<unknown[], undefined>> {
      if (rows >= mostRows || bytes >= BYTES_AT_ONCE) return { done: true, value: undefined };
      const next = await source.next();
      if (next.done) return { done: true, value: undefined };
      rows += 1;
      for (const cell of next.value) bytes += typeof cell === "string" ? cell.length : 4;
      return next;
    },
  };
}

/** A stream that fails would have its reason printed and lost: it ends, and the reason is kept for who waits. */
async function* withFirst(first: unknown[], rest: ReturnType<typeof partOf>, failure: { error?: unknown }) {
  yield first;
  try {
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } catch (error) {
    failure.error = error;
  }
}

/** What was written before, to build upon. */
type Earlier = { table: string; questions: readonly Question[]; weights: readonly Weight[] };

export type Build = {
  table: string;
  mode: ImportMode;
  /** All questions and weights of the new table. */
  questions: readonly Question[];
  weights: readonly Weight[];
  /** Those that the staged rows bring. */
  staged: Pick<Stage, "questions" | "weights">;
  /** Columns of multiple questions of whose options the file has only some, with the codes of these. */
  partly?: ReadonlyMap<string, readonly number[]>;
  /** Whether the file itself names ids; ids made for it are like no other. */
  hasIds: boolean;
  /** Whether the file says when a response was given, and when it ended. */
  has: { time: boolean; end: boolean };
  earlier: Earlier | null;
  /** Rows are joined by id so many bytes at a time, which is what bounds the engine's memory. */
  joinedBytes?: number;
  signal?: AbortSignal;
};

/** `responses` of the new table; `repeated`: rows of the file whose id a later row of it has too. */
export type Built = { responses: number; repeated: number };

const JOINED_BYTES = 192 * 1024 * 1024;

/**
 * Makes the new table of the staged rows and of what was there before. Of several rows with one id the last counts;
 * `append` lets it take the place of an earlier response, `update` overwrites only the columns and options that the
 * file has, `replace` keeps nothing of before. The staged rows stay until `dropTables`.
 */
export async function buildTable(build: Build): Promise<Built> {
  try {
    return await buildAll(build);
  } catch (error) {
    if (isOutOfMemory(error)) throw new AppError("invalid", TOO_LARGE, { cause: error });
    throw error;
  }
}

const TOO_LARGE =
  "The store of answers has too little memory to join this file with what is there: import it in parts, or give the store more.";

async function buildAll(build: Build): Promise<Built> {
  const { table, questions, weights, signal } = build;
  const columns = tableColumns(questions, weights);
  const staging = stagingOf(table);
  const limits = { ...WRITING, ...(signal && { signal }) };
  await dropTable(table);
  const from = [staging, ...(build.earlier && build.mode !== "replace" ? [build.earlier.table] : [])];
  await createAnswers({ table, questions, weights, from }, limits);
  const repeated = build.hasIds ? await countRepeated(staging, limits) : 0;
  // A detached table has no parts to be counted.
  if (build.earlier) await attach(build.earlier.table);
  const parts = isJoined(build, repeated) ? await partsOf(build, staging) : 1;
  const names = columns.map(([name]) => identifier(name)).join(", ");
  for (let part = 0; part < parts; part += 1) {
    const isIn = inPart(fixedColumns.id, part, parts);
    for (const select of selectsOf({ build, columns, staging, repeated, isIn })) {
      await runStatement(`INSERT INTO ${identifier(table)} (${names}) ${select}`, {}, limits);
    }
  }
  return { responses: await countResponses(table), repeated };
}

/** Whether rows are looked up by their ids. Otherwise they are only copied, in one piece: each part reads all of them. */
const isJoined = ({ hasIds, mode, earlier }: Build, repeated: number): boolean =>
  hasIds && (repeated > 0 || (earlier !== null && mode !== "replace"));

async function partsOf({ earlier, joinedBytes = JOINED_BYTES }: Build, staging: string): Promise<number> {
  const bytes = await bytesOf([staging, ...(earlier ? [earlier.table] : [])]);
  return Math.max(1, Math.ceil(bytes / joinedBytes));
}

/** Whether an id is in this of so many parts, which have about as many ids each. */
export const inPart = (id: string, part: number, parts: number): string =>
  parts === 1 ? "1" : `sipHash64(${id}) % ${parts} = ${part}`;

type Within = { build: Build; columns: Columns; staging: string; repeated: number; isIn: string };

function selectsOf(within: Within): string[] {
  const { build } = within;
  if (build.mode === "replace" || !build.earlier) return [stagedSelect(within)];
  if (build.mode === "update") return [joinedSelect(within, build.earlier)];
  return [keptSelect(within, build.earlier), stagedSelect(within)];
}

const answersMarks = (questions: readonly Question[]) =>
  new Set(questions.flatMap(({ column }) => (column === null ? [] : [missingColumn(column)])));

/** What stands in a column where nothing was asked: no answer, and why there is none. */
function empty([name, type]: Columns[number], marks: ReadonlySet<string>): string {
  if (marks.has(name)) return String(missingMark.not_asked);
  return type.startsWith("Array") ? `CAST([] AS ${type})` : `CAST(NULL AS ${type})`;
}

const columnNames = ({ questions, weights }: Pick<Stage, "questions" | "weights">) =>
  new Set(tableColumns(questions, weights).map(([name]) => name));

/** Rows of the file that count: of each id the last. */
const lastOnly = ({ staging, repeated, isIn }: Within) =>
  repeated === 0 ? isIn : `${isIn} AND ${fixedColumns.row} NOT IN (${repeatedRows(staging, isIn)})`;

function stagedSelect(within: Within): string {
  const { build, columns, staging } = within;
  const has = columnNames(build.staged);
  const marks = answersMarks(build.questions);
  const list = columns.map((column) => {
    if (column[0] === fixedColumns.excluded) return excludedOf(within);
    return has.has(column[0]) ? identifier(column[0]) : empty(column, marks);
  });
  return `SELECT ${list.join(", ")} FROM ${staging} WHERE ${lastOnly(within)}`;
}

/** A file says nothing of quality: a response that comes again stays excluded, unless everything is replaced. */
function excludedOf({ build, isIn }: Within): string {
  const { id, excluded } = fixedColumns;
  if (build.mode === "replace" || !build.earlier || !build.hasIds) return `0 AS ${excluded}`;
  const before = identifier(build.earlier.table);
  return `${id} IN (SELECT ${id} FROM ${before} WHERE ${isIn} AND ${excluded} = 1) AS ${excluded}`;
}

function keptSelect({ build, columns, staging, isIn }: Within, earlier: Earlier): string {
  const has = columnNames(earlier);
  const marks = answersMarks(build.questions);
  const list = columns.map((column) => (has.has(column[0]) ? identifier(column[0]) : empty(column, marks)));
  const { id } = fixedColumns;
  const others = build.hasIds ? ` AND ${id} NOT IN (SELECT ${id} FROM ${staging} WHERE ${isIn})` : "";
  return `SELECT ${list.join(", ")} FROM ${identifier(earlier.table)} WHERE ${isIn}${others}`;
}

/** Both sides by id: a column comes from the file where it has one, else from before, else it is empty. */
function joinedSelect(within: Within, earlier: Earlier): string {
  const { build, columns, staging, isIn } = within;
  const [has, had] = [columnNames(build.staged), columnNames(earlier)];
  const marks = answersMarks(build.questions);
  const { row, id, time, end, excluded, revision } = fixedColumns;
  const overwrites = (name: string) => {
    if (name === time) return build.has.time;
    if (name === end) return build.has.end;
    return name !== excluded && has.has(name);
  };
  const inFile = `f.present = 1`;
  const beforeOf = (column: Columns[number]) =>
    had.has(column[0]) ? `if(b.present = 1, b.${column[0]}, ${empty(column, marks)})` : empty(column, marks);
  const merges = mergedParts(build.partly ?? new Map(), new Map(columns.map((each) => [each[0], beforeOf(each)])));
  const list = columns.map((column) => {
    const [name] = column;
    const before = beforeOf(column);
    if (name === id) return `if(${inFile}, f.${id}, b.${id})`;
    if (name === row || name === revision) return `if(${inFile}, f.${name}, b.${name})`;
    if (name === excluded) return `if(b.present = 1, b.${excluded}, 0)`;
    if (!overwrites(name)) return before;
    return `if(${inFile}, ${merges.get(name) ?? `f.${name}`}, ${before})`;
  });
  const of = (names: ReadonlySet<string>) => [...names].map(identifier).join(", ");
  return `SELECT ${list.join(", ")}
    FROM (SELECT ${of(had)}, 1 AS present FROM ${identifier(earlier.table)} WHERE ${isIn}) AS b
    FULL OUTER JOIN (SELECT ${of(has)}, 1 AS present FROM ${staging} WHERE ${lastOnly(within)}) AS f
    ON b.${id} = f.${id} SETTINGS join_use_nulls = 0`;
}

/**
 * What becomes of the columns of multiple questions of whose options the file has only some: the others stay as they
 * were chosen. There is an answer where the file has one or one is left of before, and why there is none is read of both.
 * Who was asked before, and of whom the file says nothing now, was still asked: nothing is left that was chosen.
 * `before`: what stood in each column.
 */
function mergedParts(
  partly: ReadonlyMap<string, readonly number[]>,
  before: ReadonlyMap<string, string>,
): Map<string, string> {
  const { answered, not_asked } = missingMark;
  return new Map(
    [...partly].flatMap(([column, codes]) => {
      const mark = missingColumn(column);
      const [chosen, why] = [before.get(column) ?? "[]", before.get(mark) ?? "0"];
      const left = `arrayFilter(code -> NOT has([${codes.join(", ")}], code), ${chosen})`;
      const isAsked = `notEmpty(${left}) OR empty(${chosen}) OR f.${mark} = ${not_asked}`;
      const isAnswered = `f.${mark} = ${answered} OR (${why} = ${answered} AND (${isAsked}))`;
      return [
        [column, `arrayConcat(${left}, f.${column})`] as const,
        [mark, `if(${isAnswered}, ${answered}, ${bothMarks(`f.${mark}`, why)})`] as const,
      ];
    }),
  );
}

const bothMarks = (one: string, other: string) =>
  `greatest(${withoutCodes(one)}, ${withoutCodes(other)}) + ${codesOfBoth(one, other)}`;

/** Rows of the file whose id a later row of it has, too. */
function repeatedRows(staging: string, isIn = "1"): string {
  const { id, row } = fixedColumns;
  return `SELECT s.${row} FROM (SELECT ${id}, ${row} FROM ${staging} WHERE ${isIn}) AS s
    INNER JOIN (SELECT ${id}, max(${row}) AS last FROM ${staging} WHERE ${isIn} GROUP BY ${id} HAVING count() > 1) AS d
    ON s.${id} = d.${id} WHERE s.${row} < d.last`;
}

async function countRepeated(staging: string, limits: typeof WRITING): Promise<number> {
  const { id } = fixedColumns;
  // The rows lie in the order of their ids, so that this needs no memory for all of them; a setting inside is passed over.
  const settings = { ...limits.settings, max_threads: 2, optimize_aggregation_in_order: 1 };
  const [found] = await readRows<{ repeated: number }>(
    `SELECT sum(n - 1) AS repeated FROM (SELECT count() AS n FROM ${staging} GROUP BY ${id} HAVING n > 1)`,
    {},
    { ...limits, settings },
  );
  return found?.repeated ?? 0;
}

/** Bytes of the larger of the tables, uncompressed. */
async function bytesOf(tables: readonly string[]): Promise<number> {
  const [found] = await readRows<{ bytes: number }>(
    `SELECT max(bytes) AS bytes FROM (SELECT sum(data_uncompressed_bytes) AS bytes FROM system.parts
      WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)} GROUP BY table)`,
    { tables },
  );
  return found?.bytes ?? 0;
}

export async function countResponses(table: string): Promise<number> {
  const [found] = await readRows<{ n: number }>(`SELECT count() AS n FROM ${identifier(table)}`);
  return found?.n ?? 0;
}

/** With IF EXISTS a detached table would stay, and its data with it: it is attached, then dropped. */
async function dropTable(table: string): Promise<void> {
  try {
    await runStatement(`DROP TABLE ${identifier(table)}`, {}, WRITING);
  } catch (error) {
    if (!isUnknownTable(error)) throw error;
  }
}

/**
 * Closes a table, and what stands beside it, for longer than this start of the store; its data stay, and who needs it
 * finds it attached again. One that is being read is read to the end.
 */
export async function detachTable(table: string): Promise<void> {
  for (const each of [...allBeside(table), table]) {
    await runStatement(`DETACH TABLE IF EXISTS ${identifier(each)} PERMANENTLY`);
  }
}

/** Removes what waited beside a table. */
export const dropStaged = (table: string): Promise<void> => dropTable(stagingOf(table));

/** The revisions' tables beside which something waits. Installations may share a store: not all of them need be ours. */
export async function tablesWithStaged(): Promise<string[]> {
  const found = await readRows<{ table: string }>(
    `SELECT replaceOne(name, 'staging_', 'answers_') AS table FROM system.tables
      WHERE database = currentDatabase() AND startsWith(name, 'staging_')`,
  );
  return found.map(({ table }) => table);
}

/** Removes a revision's table and what stands, or still waits, beside it. */
export async function dropTables(table: string): Promise<void> {
  for (const each of [stagingOf(table), ...allBeside(table), table]) await dropTable(each);
}
