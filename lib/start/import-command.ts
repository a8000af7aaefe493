import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { withDescribedSetup } from "@/lib/answers/imports/described-setup";
import { importFile } from "@/lib/answers/imports/import-file";
import { checkFile, guessFile } from "@/lib/answers/imports/look-at-file";
import { hasProblems, openProblemFile } from "@/lib/answers/imports/problem-file";
import { makeFolder, problemPath } from "@/lib/answers/imports/working-folder";
import { checkedInWords, effectInWords, looksInWords, sessionsInWords, sumInWords } from "@/lib/answers/words";
import type { Context } from "@/lib/contracts/context";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { CheckedFile } from "@/lib/contracts/ours/imports";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import type { ImportCommand } from "@/lib/start/import-arguments";
import { StartError, say } from "@/lib/start/say";
import { findAnswerSet, findAnswers, findPlan, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { findProject } from "@/lib/stores/postgres/projects";
import { BUILT_IN } from "@/lib/stores/postgres/users";

const commandLine = (): Context => ({
  viewer: { connection: BUILT_IN, email: "command line", name: "Command line", role: "admin", accounts: [] },
  requestId: randomUUID(),
  origin: "system",
});

/** Guesses, says what was guessed, tries, imports and says what became of it. Mistakes are sentences. */
export async function runImport(asked: ImportCommand, name: string): Promise<void> {
  try {
    await guessAndImport(asked, name);
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message) : error;
  }
}

async function guessAndImport(asked: ImportCommand, name: string): Promise<void> {
  const path = fileAt(asked.file);
  const setup = asked.setup === undefined ? null : fileAt(asked.setup);
  const project = await projectOf(asked.project);
  const present = (await findAnswerSet(db(), project)) ?? { questions: [], weights: [], columnsGiven: 0 };
  const answers = await findAnswers(db(), project);
  const table = answers?.table ?? null;
  const known = { ...present, table, before: await findPlan(db(), project) };
  const { mode, layout, chosen } = asked;
  const guessed = await guessFile({ path, name, project: known, mode, chosen, layout });
  const described =
    setup === null ? { plan: guessed.plan, sentences: [] } : await withDescribedSetup(guessed.plan, setup);
  const { plan } = described;
  describeGuess({ ...guessed, plan });
  for (const sentence of described.sentences) say(sentence);
  if (guessed.problems.length > 0) throw new StartError(`This cannot be imported: ${guessed.problems.join(" ")}`);
  const sent = { id: randomUUID(), name, bytes: 0, project_id: project.projectId };
  await makeFolder();
  const list = problemPath(sent.id);
  const problems = openProblemFile(list);
  try {
    if (asked.dryRun) {
      const look = { path, sent, project: known, sessions: projectSessions(project), table, problems };
      const exclusions = answers?.exclusions ?? null;
      const tried = { ...look, exclusions, plan, mode: asked.mode };
      describeCheck(await checkFile(tried, new AbortController().signal), asked.mode);
      return;
    }
    let told = Date.now();
    const imported = await importFile(commandLine(), {
      ...{ project, path, fileName: name, plan, mode: asked.mode, problems, signal: new AbortController().signal },
      isHeld: true,
      onBegun: async () => {},
      onProgress: async (rows, isRead = false) => {
        if (Date.now() - told < 2000) return;
        told = Date.now();
        say(isRead ? `All ${count(rows)} rows are read; they are put together…` : `${count(rows)} rows read…`);
      },
    });
    say(`${sumInWords(imported, format)}.`);
    if (imported.repeated > 0) say(`${count(imported.repeated)} rows have the id of a later one, which counts.`);
    const notices = imported.reported === 1 ? "notice" : "notices";
    if (imported.reported > 0) say(`${count(imported.reported)} ${notices} in imported rows.`);
    for (const sentence of sessionsInWords(imported.sessions, asked.mode, format)) say(sentence);
    say(`The project has ${count(imported.responses)} responses now (import ${imported.revision}).`);
  } finally {
    await problems.close();
    // Also of an import that fails: where no row could be kept, the list is what says why.
    if (await hasProblems(list)) say(`Refused rows, reported cells and unmatched ids: ${list}`);
  }
}

function fileAt(given: string): string {
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StartError(`There is no file ${path}.`);
  if (!found.isFile()) throw new StartError(`${path} is no file: name the file itself.`);
  return path;
}

async function projectOf(id: string): Promise<ProjectKey> {
  const found = await findProject(db(), id);
  if (!found) throw new StartError(`There is no project ${id} here. Its id stands in the address of its page.`);
  return { connection: BUILT_IN, accountId: found.accountId, projectId: found.id };
}

const count = (value: number) => value.toLocaleString("en");

/** Everything that the page says of how a file is read. */
function describeGuess({ plan, looks, notices }: Awaited<ReturnType<typeof guessFile>>): void {
  describePlan(plan);
  for (const line of new Set([...notices, ...plan.notes, ...looksInWords(looks)])) say(line);
}

function describePlan(plan: ImportPlan): void {
  const kinds = new Map<string, number>();
  for (const { kind } of plan.questions) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const counts = [...kinds].map(([kind, n]) => `${count(n)} ${kind}`).join(", ");
  say(`${count(plan.questions.length)} questions: ${counts || "none"}.`);
  say(`Time: ${plan.time?.column ?? "none"}. Id: ${plan.id ?? "none"}. Weights: ${plan.weights.join(", ") || "none"}.`);
}

const MOST_SAID = 10;

const format = { count };

function describeCheck(checked: CheckedFile, mode: ImportMode): void {
  say(`Dry run: nothing was imported. ${checkedInWords(checked, format)}`);
  for (const sentence of effectInWords(checked.effect, mode, format)) say(sentence);
  for (const sentence of sessionsInWords(checked.sessions, mode, format)) say(sentence);
  if (checked.stop !== null) say(checked.stop);
  const { refused, reported } = checked.first;
  for (const { row, column, reason } of [...refused, ...reported].slice(0, MOST_SAID)) {
    say(`Row ${count(row)}${column === null ? "" : `, ${column}`}: ${reason}`);
  }
}
