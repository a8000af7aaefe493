import "server-only";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
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

export const PROBLEM_HEADER = BYTE_ORDER_MARK + csvRow(["row", "outcome", "column", "value", "reason"]);

const ONE_SIDED = {
  "file only": "No completed session of the project has this id.",
  "session only": "The file has no row with the id of this completed session.",
} as const;

/** Where nobody asks which rows were refused. */
export const NO_PROBLEM_FILE: ProblemFile = { add: async () => {}, addIds: async () => {}, close: async () => {} };

/** Problems as lines of text, given to `write` in turn. */
export function problemLines(write: (text: string) => Promise<void>): Pick<ProblemFile, "add" | "addIds"> {
  const writeRows = (rows: readonly string[]) => (rows.length > 0 ? write(rows.join("")) : Promise.resolve());
  return {
    add: (outcome, problems) =>
      writeRows(
        problems.map(({ row, column, value, reason }) => csvRow([row, outcome, column ?? "", value ?? "", reason])),
      ),
    addIds: (outcome, column, ids) => writeRows(ids.map((id) => csvRow(["", outcome, column, id, ONE_SIDED[outcome]]))),
  };
}

/** On this machine's disk, for who works there; begins the file anew. */
export function openProblemFile(path: string): ProblemFile {
  const stream = createWriteStream(path, { mode: 0o600 });
  const failed = once(stream, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {}); // told to whoever writes next
  stream.write(PROBLEM_HEADER);
  return {
    ...problemLines(async (text) => {
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), failed]);
    }),
    async close() {
      stream.end();
      await Promise.race([once(stream, "close"), failed]);
    },
  };
}

/** Whether anything is listed; false also where the file is no longer kept. */
export async function hasProblems(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.size > Buffer.byteLength(PROBLEM_HEADER);
}
