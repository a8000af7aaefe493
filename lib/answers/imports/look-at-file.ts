import "server-only";
import { setImmediate as letOthersIn } from "node:timers/promises";
import { fillOptions, hasOptionsToFill, type ProfileOf } from "@/lib/answers/columns/fill-options";
import { fitToProject } from "@/lib/answers/columns/fit-to-project";
import { guessPlan } from "@/lib/answers/columns/guess";
import { type ImportChoices, withChoices } from "@/lib/answers/columns/import-choices";
import { columnsToLookAt } from "@/lib/answers/columns/needs-look";
import { type Profiler, profiler } from "@/lib/answers/columns/profile";
import type { Answer, CellProblem } from "@/lib/answers/columns/read-answer";
import type { AnswerFile, RawRow } from "@/lib/answers/files/answer-file";
import { isList } from "@/lib/answers/files/cell-value";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import type { Opening, ScanStore } from "@/lib/answers/files/scan";
import { joinSessions, sessionsToJoin } from "@/lib/answers/sessions/join-sessions";
import { withStoredAnswers } from "@/lib/answers/stored-answers";
import type { FileLayout, ImportPlan, PlannedQuestion, Question, RowFilter } from "@/lib/contracts/interfaces/answers";
import { type CheckedFile, type LookedFile, MOST_LISTED, type SentFile } from "@/lib/contracts/ours/imports";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import type { ProjectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import type { ExclusionsRef } from "@/lib/stores/postgres/answer-sets";
import { effectCounter } from "./import-effect";
import { tableOf, usableLayout } from "./look-at-table";
import { mergeQuestions, type ProjectQuestions } from "./merge-questions";
import type { ProblemFile } from "./problem-file";
import { type ReadBatch, type ReadResponse, readRows, rowReader } from "./read-rows";
import { refusalReasons } from "./refusal-reasons";

/** Of a large file the beginning is looked at: nobody waits for more. */
const MOST_MS = 4000;
const SAMPLE_ROWS = 50;
/** A sample of a file with thousands of columns stays small enough to send. */
const SAMPLE_CELLS = 20_000;

type Look = {
  path: string;
  name: string;
  project: KnownProject;
  mode?: ImportMode;
  chosen?: ImportChoices;
  layout?: FileLayout | undefined;
};

type KnownProject = ProjectQuestions & {
  /** The plan that the file before was read by; null: there is none. */
  before: ImportPlan | null;
  /** The table of answers that is read now; null: there is none. */
  table: string | null;
};

/**
 * A plan for a file, close to the questions that its project has and to how the file before was read, with what was
 * chosen for it; everything that a person should know of it; and why it cannot be imported so. All rows are looked at,
 * however long it takes.
 */
export async function guessFile({
  path,
  name,
  project,
  mode = "append",
  chosen = {},
  ...look
}: Look): Promise<Guessed> {
  const layout = look.layout ?? (await usableLayout(path, { name }, project.before));
  return withFile(path, { name, layout }, async (file) => {
    const seen = await profiled(file, true);
    const plan = await guessed(file, project, { seen, chosen, layout });
    const unfit = planProblems(plan, namesIn(file));
    const unfilled = hasOptionsToFill(plan) ? fillOptions(plan, profileIn(file, seen)).problems : [];
    if (unfit.length > 0) return { plan, looks: [], notices: [...file.notices], problems: [...unfit, ...unfilled] };
    const { sample, looks } = await sampleOf(file, plan);
    const merged = mergeQuestions(project, plan, mode);
    return {
      ...{ plan, looks, problems: [...unfilled, ...merged.problems] },
      notices: [...file.notices, ...refusedInSample(sample), ...merged.notices],
    };
  });
}

type Guessed = Pick<LookedFile, "plan" | "looks" | "notices" | "problems">;

const namesIn = (file: AnswerFile): string[] => file.columns.map(({ name }) => name);

type Guessing = {
  seen: Profiler;
  chosen?: ImportChoices;
  /** As a person chose it: the import opens the file by it. */
  layout?: FileLayout | undefined;
  signal?: AbortSignal;
};

async function guessed(file: AnswerFile, project: KnownProject, guessing: Guessing): Promise<ImportPlan> {
  const { seen, chosen = {}, layout, signal } = guessing;
  const columns = file.columns.map(({ name, label }) => ({ name, label: label ?? null }));
  const profileOf = profileIn(file, seen);
  const valuesOf = (column: string) => [...(profileOf(column)?.values.values() ?? [])].map(({ cell }) => String(cell));
  const guess = { ...guessPlan(file, seen, project.before), ...(layout && { layout }) };
  const fitted = withChoices(await withStoredAnswers(fitToProject(guess, project, columns), project, signal), chosen, {
    columns,
    valuesOf,
  });
  if (!hasOptionsToFill(fitted)) return fitted;
  const filled = fillOptions(fitted, profileOf).plan;
  return { ...filled, questions: filled.questions.map((planned) => withKnownOptions(planned, project.questions)) };
}

/** A column of which too much is different to be options, or nothing is there, is read by those that are known. */
function withKnownOptions(planned: PlannedQuestion, questions: readonly Question[]): PlannedQuestion {
  if (!("options" in planned) || planned.options.length > 0) return planned;
  return { ...planned, options: questions.find(({ id }) => id === planned.id)?.options ?? [] };
}

function profileIn(file: AnswerFile, seen: Profiler): ProfileOf {
  const profiles = seen.profiles();
  const places = new Map(file.columns.map(({ name }, at) => [name, at]));
  return (column) => profiles[places.get(column) ?? -1];
}

async function profiled(file: AnswerFile, everything: boolean): Promise<Profiler> {
  const until = Date.now() + MOST_MS;
  const seen = profiler(file.columns.length);
  for await (const rows of file.rows()) {
    seen.add(rows);
    await letOthersIn();
    if (!everything && Date.now() > until) break;
  }
  return seen;
}

/** A corrected plan, where a column has become a question of options with the options that it shows. */
async function withOptions(file: AnswerFile, plan: ImportPlan) {
  if (!hasOptionsToFill(plan)) return { plan, problems: [] };
  return fillOptions(plan, profileIn(file, await profiled(file, false)));
}

async function withFile<T>(
  path: string,
  opening: { name: string } & Opening,
  use: (file: AnswerFile) => Promise<T>,
): Promise<T> {
  const file = await openAnswerFile(path, opening);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

type Planned = {
  path: string;
  sent: SentFile;
  /** Where what the first look found out about the file is kept for the later ones. */
  scans?: ScanStore;
  project: ProjectQuestions;
  plan: ImportPlan;
  mode: ImportMode;
};
type Sampled = Omit<Planned, "plan" | "project"> & {
  project: KnownProject;
  plan?: ImportPlan | undefined;
  /** Where the table stands, for a plan that is guessed; a plan that is given says it itself. */
  layout?: FileLayout | undefined;
};

/** A file as a plan reads its first rows; without a plan, as the one that is guessed. */
export async function sampleFile(sampled: Sampled, signal: AbortSignal): Promise<LookedFile> {
  const { path, sent, scans, project, plan: given, mode } = sampled;
  const opening = { name: sent.name, scans, signal };
  const layout = given ? given.layout : (sampled.layout ?? (await usableLayout(path, opening, project.before)));
  return withFile(path, { ...opening, layout }, async (file) => {
    const columns = namesIn(file);
    const filled = given ? await withOptions(file, given) : null;
    const plan = filled?.plan ?? (await guessed(file, project, { seen: await profiled(file, false), signal, layout }));
    const unfit = planProblems(plan, columns);
    const problems = [...unfit, ...(filled?.problems ?? [])];
    const merged = problems.length === 0 ? mergeQuestions(project, plan, mode) : null;
    // A column with too many values to be options is corrected beside them.
    const { sample, looks } = unfit.length === 0 ? await sampleOf(file, plan) : { sample: [], looks: [] };
    return {
      file: sent,
      format: file.format,
      columns: file.columns.map(({ name, label }) => ({ name, label: label ?? null })),
      plan,
      problems: [...problems, ...(merged?.problems ?? [])],
      table: tableOf(file),
      sample,
      looks,
      notices: [...file.notices, ...refusedInSample(sample), ...(merged?.notices ?? [])],
    };
  });
}

async function sampleOf(file: AnswerFile, plan: ImportPlan): Promise<Pick<LookedFile, "sample" | "looks">> {
  const columns = namesIn(file);
  const most = Math.max(5, Math.min(SAMPLE_ROWS, Math.floor(SAMPLE_CELLS / Math.max(1, columns.length))));
  const read = rowReader(plan, columns);
  const first: RawRow[] = [];
  for await (const rows of file.rows()) {
    first.push(...rows.slice(0, most - first.length));
    if (first.length >= most) break;
  }
  const problems: CellProblem[] = [];
  const sample = first.map((raw) => {
    const found = read(raw);
    if ("kept" in found) {
      problems.push(...found.reported);
      return shown(found.kept, raw, plan);
    }
    if ("leftOut" in found) return { row: raw.row, refused: LEFT_OUT[found.leftOut] };
    const { refused } = found;
    if (typeof refused !== "string") problems.push(refused);
    return { row: raw.row, refused: typeof refused === "string" ? refused : refused.reason };
  });
  return { sample, looks: columnsToLookAt(plan, { columns, rows: first, problems }) };
}

/** Nearly all of the first rows are refused: the file is read otherwise than it was written. */
function refusedInSample(sample: LookedFile["sample"]): string[] {
  const reasons = refusalReasons();
  const isLeftOut = (row: LookedFile["sample"][number]) =>
    "refused" in row && Object.values(LEFT_OUT).includes(row.refused);
  const rows = sample.filter((row) => !isLeftOut(row));
  const refused = rows.flatMap((row) => ("refused" in row ? [{ column: null, value: null, reason: row.refused }] : []));
  reasons.add(refused);
  const stop = reasons.stop({ refused: refused.length, kept: rows.length - refused.length, left_out: 0 });
  return stop === null || rows.length === 0 ? [] : [`Of the first rows: ${stop}`];
}

const LEFT_OUT: Record<RowFilter["reason"], string> = {
  preview: "A preview: left out.",
  test: "A test: left out.",
  unfinished: "An unfinished response: left out.",
};

const LONGEST_SHOWN = 200;

function shown({ row, id, time, end, answers, weights }: ReadResponse, { cells }: RawRow, { questions }: ImportPlan) {
  const show = (answer: Answer, at: number) => {
    if (questions[at]?.kind === "date" && typeof answer === "number") return new Date(answer).toISOString();
    if (typeof answer === "string") return answer.slice(0, LONGEST_SHOWN);
    if (typeof answer === "number") return answer;
    return "missing" in answer ? { missing: answer.missing } : [...answer];
  };
  const instant = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
  return {
    ...{ row, id, answers: answers.map(show), weights: [...weights], time: instant(time), end: instant(end) },
    cells: cells.map((cell) => (isList(cell) ? JSON.stringify(cell) : String(cell ?? "")).slice(0, LONGEST_SHOWN)),
  };
}

type Tried = Planned & {
  /** The table of answers that is read now; null: there is none. */
  table: string | null;
  /** Who is excluded there. */
  exclusions: ExclusionsRef | null;
  /** The project's, to compare ids with; null: there are none here. */
  sessions: ProjectSessions | null;
  /** Gets every refused and reported row, beyond the first that are told. */
  problems?: ProblemFile;
};

/** Reads all of a file by a plan and keeps nothing of it; tells now and then how many rows it has read. */
export async function checkFile(
  tried: Tried,
  signal: AbortSignal,
  onProgress: (rows: number) => Promise<void> = async () => {},
): Promise<CheckedFile> {
  const { path, sent, scans, project, plan, mode, table, exclusions, problems } = tried;
  return withFile(path, { name: sent.name, scans, signal, layout: plan.layout }, async (file) => {
    const columns = namesIn(file);
    refuse(planProblems(plan, columns));
    const merged = mergeQuestions(project, plan, mode);
    refuse(merged.problems);
    const counter = effectCounter({ mode, table, exclusions, merged, signal, before: project.questions });
    try {
      const counted = await countRows(readRows(file, merged.plan), {
        counter,
        signal,
        onProgress,
        problems,
      });
      const effect = await counter.effect();
      const sessions = await sessionsToJoin(tried.sessions, merged.plan.id);
      const join =
        sessions && joinSessions({ ids: counter.ids, column: merged.plan.id ?? "", sessions, problems, signal });
      return { ...counted, notices: merged.notices, effect, sessions: await join };
    } finally {
      await counter.end();
    }
  });
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError("invalid", problems.slice(0, 5).join(" "));
}

type Counting = {
  counter: ReturnType<typeof effectCounter>;
  problems: ProblemFile | undefined;
  signal: AbortSignal;
  onProgress: (rows: number) => Promise<void>;
};

async function countRows(batches: AsyncIterable<ReadBatch>, { counter, problems, signal, onProgress }: Counting) {
  const reasons = refusalReasons();
  const result: Pick<CheckedFile, "rows" | "kept" | "refused" | "left_out" | "blank" | "reported" | "first"> = {
    ...{ rows: 0, kept: 0, refused: 0, left_out: 0, blank: 0, reported: 0, first: { refused: [], reported: [] } },
  };
  for await (const { kept, refused, reported, blank, leftOut } of batches) {
    await letOthersIn();
    signal.throwIfAborted();
    reasons.add(refused);
    result.kept += kept.length;
    result.refused += refused.length;
    result.blank += blank;
    result.left_out += leftOut;
    result.reported += reported.length;
    result.first.refused.push(...refused.slice(0, MOST_LISTED - result.first.refused.length));
    result.first.reported.push(...reported.slice(0, MOST_LISTED - result.first.reported.length));
    await problems?.add("refused", refused);
    await problems?.add("reported", reported);
    await counter.add(kept);
    result.rows = result.kept + result.refused + result.left_out + result.blank;
    await onProgress(result.rows);
  }
  return { ...result, stop: reasons.stop(result) };
}
