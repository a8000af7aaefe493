import type { TakenFor } from "@/lib/answers/columns/change-plan";
import type { ImportBrought } from "@/lib/contracts/interfaces/answers";
import type {
  CheckedFile,
  ImportEffect,
  LookedFile,
  ProjectSessionsView,
  Revisions,
  SessionJoin,
} from "@/lib/contracts/ours/imports";
import type { ImportMode, QuestionKind, RevisionMode } from "@/lib/contracts/terms/answers";
import type { Format } from "@/lib/tables/format";

export type Revision = Revisions["revisions"][number];

export const takenForNames: Record<TakenFor, string> = {
  numeric: "Number",
  scale: "Scale",
  single: "One choice",
  multiple: "Multiple choice",
  open: "Text",
  date: "Date",
  time: "Time of the response",
  end: "End of the response",
  weight: "Weight",
  id: "Id of the response",
  ignored: "Left out",
};

/** In the order in which they are offered. */
export const takenForChoices = (Object.keys(takenForNames) as TakenFor[]).map((value) => ({
  value,
  label: takenForNames[value],
}));

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
    means:
      "A row whose id the project has changes only the columns of the file in that response; rows with a new id are added.",
    past: "Updated by id",
  },
};

/** What made a revision that no file did. */
const ownModes: Record<Exclude<RevisionMode, ImportMode>, string> = {
  ...{ kind: "Kind changed", weight: "Weight made", setup: "Questions changed" },
};

const isOwn = (mode: RevisionMode): mode is keyof typeof ownModes => mode in ownModes;

/** Whether a revision is an import; others are changes of what is there. */
export const isOfFile = ({ mode }: Pick<Revision, "mode">): boolean => !isOwn(mode);

/** What made a revision. */
export const pastOf = (mode: RevisionMode): string => (isOwn(mode) ? ownModes[mode] : modeWords[mode].past);

export const stateNames: Record<Revision["state"], string> = {
  writing: "Being read",
  visible: "Imported",
  undone: "Undone",
  failed: "Not imported",
  superseded: "Superseded",
};

type Count = { count: (value: number) => string };
type Sum = { rows: number; kept: number; refused: number; left_out: number; blank: number };

/** What became of a file's rows, the parts adding up to the whole. */
export function sumInWords({ rows, kept, refused, left_out, blank }: Sum, { count }: Count): string {
  const others = [
    ...(left_out > 0 ? [`${count(left_out)} left out`] : []),
    ...(blank > 0 ? [`${count(blank)} blank`] : []),
  ];
  return `${[`${count(kept)} kept`, `${count(refused)} refused`, ...others].join(" + ")} = ${count(rows)} ${rows === 1 ? "row" : "rows"} of the file`;
}

/** What became of the rows of an import's file, for the list of imports; null: nothing was read, or there was no file. */
export function fileRowsInWords({ mode, rows, refused, brought }: Revision, format: Count): string | null {
  if (rows === 0 || isOwn(mode)) return null;
  const { blank = 0, left_out = 0 } = brought ?? {};
  const kept = rows - refused - blank - left_out;
  return sumInWords({ rows, refused, blank, left_out, kept }, format).replace(" of the file", "");
}

/** What is counted in a dry run. */
export function checkedInWords(checked: CheckedFile, format: Count): string {
  const { reported } = checked;
  const sum = sumInWords(checked, format);
  if (reported === 0) return `${sum}. Nothing in the kept rows has to be looked at.`;
  return `${sum}. ${format.count(reported)} ${reported === 1 ? "notice" : "notices"} in imported rows.`;
}

/** How a file's ids fit the project's completed sessions; nothing where there is nothing to compare. */
export function sessionsInWords(join: SessionJoin | null, mode: ImportMode, { count }: Count): string[] {
  if (join === null) return [];
  const { matched, file_only, sessions_only } = join;
  const parts = [
    `${count(matched)} ${matched === 1 ? "id matches a session" : "ids match sessions"}`,
    `${count(file_only)} ${file_only === 1 ? "id is" : "ids are"} in the file only`,
    `${count(sessions_only)} ${sessions_only === 1 ? "completed session is" : "completed sessions are"} not in the file`,
  ];
  const isReplacing = matched > 0 && mode === "append";
  return [`Sessions: ${parts.join("; ")}.`, ...(isReplacing ? [APPENDING] : [])];
}

/** How far a project's completed sessions are in its answers. */
export function keptSessionsInWords(
  { completes, imported, is_current }: ProjectSessionsView,
  { count, instant }: Pick<Format, "count" | "instant">,
): string {
  const have = `${count(completes)} completed ${completes === 1 ? "session" : "sessions"}`;
  if (imported === null) return completes === 0 ? "No session is complete yet." : `${have}; none is in the answers.`;
  const newest = `The newest import was on ${instant(imported.at)}`;
  return is_current ? `${have}, all in the answers. ${newest}.` : `${have}. ${newest}; sessions have changed since.`;
}

const APPENDING =
  "A row that is appended takes the place of the response with its id, whatever its session says: “Update by id” keeps both.";

/** The columns of which a person should look how they are read, a line each. */
export const looksInWords = (looks: LookedFile["looks"]): string[] =>
  looks.map(({ column, reason }) => `Look at “${column}”: ${reason}`);

/** What an import would do to the project, a sentence each. */
export function effectInWords(effect: ImportEffect, mode: ImportMode, format: Count): string[] {
  return [
    responsesSentence(effect, mode, format),
    questionsSentence(effect, format),
    exclusionsSentence(effect, format),
  ];
}

function responsesSentence(effect: ImportEffect, mode: ImportMode, { count }: Count) {
  const { now, after, brought, repeated, id_column } = effect;
  const parts =
    mode === "replace"
      ? [`the ${count(brought.gone)} of now are replaced by ${count(brought.added)}`]
      : [`${count(brought.added)} new`, `${count(brought.again)} that it has come again`];
  const where = id_column === null ? "" : ` in “${id_column}”`;
  const rows = repeated === 1 ? "row has" : "rows have";
  const twice = repeated > 0 ? ` ${count(repeated)} ${rows}${where} the id of a later row, which counts.` : "";
  return `Responses: ${count(now)} now, ${count(after)} after; ${parts.join(", ")}.${twice}`;
}

function questionsSentence({ questions: { added, changed, gone } }: ImportEffect, { count }: Count) {
  const part = ({ count: n, first }: typeof added, what: string) => {
    if (n === 0) return `none ${what}`;
    const more = n > first.length ? ` and ${count(n - first.length)} more` : "";
    return `${count(n)} ${what} (${first.join(", ")}${more})`;
  };
  return `Questions: ${part(added, "new")}, ${part(changed, "changed")}, ${part(gone, "gone")}.`;
}

function exclusionsSentence({ excluded, excluded_after }: ImportEffect, { count }: Count) {
  if (excluded === 0) return "No response is excluded for quality, so no exclusion is lost.";
  if (excluded_after === excluded) {
    return excluded === 1
      ? "The 1 response excluded for quality stays excluded."
      : `All ${count(excluded)} responses excluded for quality stay excluded.`;
  }
  return `${count(excluded)} responses are excluded for quality: these exclusions go with the answers that are replaced.`;
}

/** What an import did, for the list of imports. */
export function broughtInWords({ added, again, gone, questions }: ImportBrought, { count }: Count): string {
  const responses = [
    `${count(added)} new`,
    ...(again > 0 ? [`${count(again)} again`] : []),
    ...(gone > 0 ? [`${count(gone)} replaced`] : []),
  ];
  const parts = [
    ...(questions.added > 0 ? [`${count(questions.added)} new`] : []),
    ...(questions.changed > 0 ? [`${count(questions.changed)} changed`] : []),
    ...(questions.gone > 0 ? [`${count(questions.gone)} gone`] : []),
  ];
  return `Responses: ${responses.join(", ")}. Questions: ${parts.join(", ") || "as before"}.`;
}

/** What undoing a revision does, before it does it. */
export function undoInWords(
  { mode, file_name, responses }: Revision,
  before: Revision | undefined,
  { count }: Format,
): string {
  if (mode === "weight") {
    return `${file_name} is taken back: the weights are as before it. Answers and questions stay as they are.`;
  }
  if (mode === "kind" || mode === "setup") {
    const name = mode === "kind" ? `The change of ${file_name}` : `“${file_name}”`;
    return `${name} is taken back. Fields that were edited since stay as they are, and so do all other questions.`;
  }
  const now = before
    ? `the ${count(before.responses)} responses of before it, of “${before.file_name}”, instead of ${count(responses)}`
    : "no answers, as before it";
  return `“${file_name}” is taken back whole: the project will have ${now}. Its questions go back as well: what was edited in them since is lost.`;
}
