import { type BookInput, type ExportInput, exportBook, exportTable } from "@/lib/contracts/exports";
import { api, apiFile } from "@/lib/http/client";

/** The browser's half of exports: a file to save, or the title of the work that makes it. */
export async function exportList(body: ExportInput): Promise<{ file: Blob; name: string } | { title: string }> {
  const answer = await apiFile(exportTable, { body });
  return "file" in answer ? answer : { title: answer.data.job.title };
}

/** Starts the work that makes a book of tables; its title. */
export const startBook = async (body: BookInput): Promise<string> => (await api(exportBook, { body })).data.job.title;
