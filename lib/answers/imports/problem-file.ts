import "server-only";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/tables/csv";
import type { RowProblem } from "./read-rows";

/**
 * Every refused and every reported row or cell of an import, and every id that only the file or only the project's
 * sessions have, as a file for the person who started it.
 */
export type ProblemFile = {
  add: (outcome: "refused" | "reported", problems: readonly RowProblem[]) => Promise<void>;
  addIds: (outcome: keyof typeof ONE_SIDED, column: string, ids: readonly string[]) => Promise<void>;
  close: () => Promise<void>;
};

const HEADER = BYTE_ORDER_MARK + csvRow(["row", "outcome", "column", "value", "reason"]);

const ONE_SIDED = {
  "file only": "No completed session of the project has this id.",
  "session only": "The file has no row with the id of this completed session.",
} as const;

/** For whom nobody asks what is the matter. */
export const NO_PROBLEM_FILE: ProblemFile = { add: async () => {}, addIds: async () => {}, close: async () => {} };

/** Begins the file anew. */
export function openProblemFile(path: string): ProblemFile {
  const stream = createWriteStream(path, { mode: 0o600 });
  const failed = once(stream, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {}); // told to whoever writes next
  stream.write(HEADER);
  const write = async (rows: readonly string[]) => {
    if (rows.length > 0 && !stream.write(rows.join(""))) await Promise.race([once(stream, "drain"), failed]);
  };
  return {
    add: (outcome, problems) =>
      write(
        problems.map(({ row, column, value, reason }) => csvRow([row, outcome, column ?? "", value ?? "", reason])),
      ),
    addIds: (outcome, column, ids) => write(ids.map((id) => csvRow(["", outcome, column, id, ONE_SIDED[outcome]]))),
    async close() {
      stream.end();
      await Promise.race([once(stream, "close"), failed]);
    },
  };
}

/** Whether anything is listed; false also where the file is no longer kept. */
export async function hasProblems(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size > Buffer.byteLength(HEADER);
}

/** A written list as the browser saves it. */
export function problemList(fileName: string, path: string, at: Date) {
  const name = `${fileName} refused rows ${at.toISOString().slice(0, 10)}.csv`;
  const content = Readable.toWeb(createReadStream(path)) as ReadableStream;
  return { name, type: "text/csv; charset=utf-8", content };
}
