import * as exportsCalls from "@/lib/contracts/calls/exports";
import type * as Exports from "@/lib/contracts/ours/exports";
import type { BookToStart, ExportInput } from "@/lib/contracts/ours/exports";
import { api, apiFile } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const exports = contract<typeof Exports>(exportsCalls);

/** The browser's half of exports: a file to save, or the title of the work that makes it. */
export async function exportList(body: ExportInput): Promise<{ file: Blob; name: string } | { title: string }> {
  const answer = await apiFile(exports.exportTable, { body });
  return "file" in answer ? answer : { title: answer.data.job.title };
}

/** Starts the job that makes a book of tables. */
export const startBook = async (body: BookToStart): Promise<{ id: string; title: string }> =>
  (await api(exports.exportBook, { body })).data.job;
