import type { ImportMode, QuestionKind, RevisionMode } from "@/lib/contracts/answers";
import type { CheckedFile, Revisions } from "@/lib/contracts/imports";
import type { Format } from "@/lib/tables/format";
import type { TakenFor } from "./change-plan";

export type Revision = Revisions["revisions"][number];

export const takenForNames: Record<TakenFor, string> = {
  numeric: "Number",
  scale: "Scale",
  single: "One choice",
  multiple: "Several choices",
  open: "Text",
  date: "Date",
  time: "Time of the response",
  end: "End of the response",
  weight: "Weight",
  id: "Id of the response",
  ignored: "Left out",
};

export const kindNames: Record<QuestionKind, string> = {
  numeric: takenForNames.numeric,
  scale: takenForNames.scale,
  single: takenForNames.single,
  multiple: takenForNames.multiple,
  open: takenForNames.open,
  date: takenForNames.date,
};

export const dateOrderNames = { ymd: "year-month-day", mdy: "month/day/year", dmy: "day.month.year" } as const;

type ModeWords = { name: string; means: string; past: string };

export const modeWords: Record<ImportMode, ModeWords> = {
  append: { name: "Append", means: "Adds the rows to the answers that the project has.", past: "Appended" },
  replace: {
    name: "Replace",
    means: "The project has the answers of this file alone afterwards; what it had can be brought back by undoing.",
    past: "Replaced",
  },
  update: {
    name: "Update by id",
    means: "A row whose id the project has takes that response's place; rows with a new id are added.",
    past: "Updated by id",
  },
};

/** What made a revision. */
export const pastOf = (mode: RevisionMode): string => (mode === "kind" ? "Kind changed" : modeWords[mode].past);

export const stateNames: Record<Revision["state"], string> = {
  writing: "Being read",
  visible: "Imported",
  undone: "Undone",
  failed: "Not imported",
};

/** What is counted in a dry run, its parts adding up to the whole. */
export function checkedInWords({ rows, kept, refused, reported }: CheckedFile, { count }: Format): string {
  const sum = `${count(kept)} kept + ${count(refused)} refused = ${count(rows)} ${rows === 1 ? "row" : "rows"} of the file`;
  if (reported === 0) return `${sum}. Nothing in the kept rows has to be looked at.`;
  return `${sum}. In the kept rows ${count(reported)} ${reported === 1 ? "thing is" : "things are"} reported.`;
}

/** What undoing an import does, before it does it. */
export function undoInWords(
  { file_name, responses }: Revision,
  before: Revision | undefined,
  { count }: Format,
): string {
  const now = before
    ? `the ${count(before.responses)} responses of before it, of “${before.file_name}”, instead of ${count(responses)}`
    : "no answers, as before it";
  return `“${file_name}” is taken back whole: the project will have ${now}. Its questions go back as well: what was edited in them since is lost.`;
}
