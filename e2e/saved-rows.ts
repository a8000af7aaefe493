import Papa from "papaparse";

/** The rows of a CSV that was saved, by the names of their columns. */
export const savedRows = (file: Buffer) =>
  Papa.parse<Record<string, string>>(file.toString("utf8").slice(1), { header: true, skipEmptyLines: true }).data;
