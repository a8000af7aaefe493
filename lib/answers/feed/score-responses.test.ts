import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import * as adding from "@/lib/gateway/add-respondent";
import * as quality from "@/lib/gateway/quality";
import { AppError } from "@/lib/http/problem";
import { StepHalted } from "@/lib/jobs/kind";
import { runJob } from "@/lib/jobs/run-job";
import { newTableName } from "@/lib/stores/clickhouse/answer-table";
import { beginRevision, findRevision, makeAnswerSet, makeVisible } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import * as jobs from "@/lib/stores/postgres/jobs";
import { giveRole, meetPerson } from "@/lib/stores/postgres/people";
import { saveScoringFeed } from "@/lib/stores/postgres/scoring-feeds";
import { seal } from "@/lib/stores/postgres/sealed";
import { question, writeAnswers } from "@/lib/test-answers";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { withOwnProjects } from "@/lib/test-own-project";
import { scoreJob, scoreResponses } from "./score-responses";

withOwnDatabase();
withEngine();

/** What stands for the quality service: whom it has, by survey, and what it does with the next one. */
const service = {
  respondents: new Map<string, Set<string>>(),
  calls: [] as string[],
  onAdd: (_: string): void => {},
};

withOwnProjects();
beforeAll(() => {
  vi.spyOn(quality, "qualitySurvey").mockImplementation(async (_, asked) => {
    const id = "id" in asked ? asked.id : asked.number;
    return { id, number: id } as never;
  });
  vi.spyOn(quality, "respondentsById").mockImplementation(
    async ({ number }, ids) =>
      ({ byId: new Map(ids.filter((id) => service.respondents.get(number)?.has(id)).map((id) => [id, {}])) }) as never,
  );
  vi.spyOn(adding, "addRespondent").mockImplementation(async ({ number }, { respondentId }) => {
    service.calls.push(respondentId);
    service.onAdd(respondentId);
    service.respondents.set(number, (service.respondents.get(number) ?? new Set()).add(respondentId));
  });
});

beforeEach(() => {
  service.respondents.clear();
  service.calls = [];
  service.onAdd = () => {};
});

const questions: Question[] = [
  question(1, "age", "numeric"),
  {
    ...question(2, "session_survey", "single"),
    options: [{ code: 1, label: "S", order: 0, value: null, cells: ["in session"] }],
  },
];
const mapping: FeedMapping = { survey_id: "s", open: [], times: [], grids: [], interview: ["age"] };

/** A project of so many responses, of which every tenth has no answer. */
async function project(responses: number, answersOf = (_: number): Record<string, number> => ({})): Promise<string> {
  const key = { connection: "built-in", accountId: "account", projectId: crypto.randomUUID() };
  const set = await makeAnswerSet(db(), key);
  const plan = { questions: [] } as never;
  const begun = { set, mode: "append" as const, fileName: "a.csv", plan, questions, weights: [], who: "a@x.test" };
  const revision = await beginRevision(db(), begun);
  await db().transaction((each) =>
    makeVisible(each, revision, { rows: 0, refused: 0, responses }, (before) => ({
      ...before,
      questions,
      weights: [],
    })),
  );
  const table = (await findRevision(db(), revision.id))?.tableName ?? newTableName();
  const rows = Array.from({ length: responses }, (_, at) => ({
    time: 0,
    answers: { age: at % 10 === 9 ? null : at, ...answersOf(at) },
  }));
  await writeAnswers(table, questions, rows);
  await saveScoringFeed(db(), key, { mapping, who: "a@x.test" });
  return key.projectId;
}

const context = { viewer: { connection: "built-in" } } as Parameters<typeof scoreJob>[0];

async function start(projectId: string) {
  const starter = { connection: "built-in", email: `${crypto.randomUUID()}@x.test`, name: "Manager" };
  const person = await meetPerson(db(), starter);
  await giveRole(db(), { ...starter, role: "manager" });
  const { items, title, input } = await scoreJob({ viewer: { connection: "built-in" } } as never, {
    project_id: projectId,
  });
  const { kind } = scoreResponses;
  const row = { connection: "built-in", personId: person.id, kind, title, input, token: seal("token") };
  const job = await jobs.insertJob(db(), { ...row, undoes: undefined }, items);
  if (typeof job !== "object") throw new Error("The job was not written.");
  return { id: job.id, personId: person.id };
}

async function work(signal = new AbortController().signal) {
  const holder = crypto.randomUUID();
  const job = await jobs.takeDueJob(db(), holder);
  if (!job) throw new Error("No job is due.");
  await runJob(job, { kinds: { [scoreResponses.kind]: scoreResponses }, holder, signal });
  const { items } = await jobs.listItems(db(), job.id, 1, 100);
  return items.map(({ state, message, after }) => ({ state, message, after }));
}

const done = (scored: number, more: object = {}) => ({
  scored,
  already: 0,
  nothing: 0,
  refused: 0,
  reasons: [],
  ...more,
});

test("scores a project in batches of its responses, and those that are scored already are passed over", async () => {
  const id = await project(120);
  await start(id);
  const first = await work();
  expect(first.map(({ state }) => state)).toEqual(["done", "done", "done"]);
  // In the order of the ids as texts: 100, 101, …, 109 come before 11.
  expect(first.map(({ after }) => after)).toEqual([
    done(46, { nothing: 4 }),
    done(45, { nothing: 5 }),
    done(17, { nothing: 3 }),
  ]);
  expect(first[0]?.message).toBe("46 scored. 4 have nothing to score.");
  expect(service.respondents.get("s")?.size).toBe(108);
  await start(id);
  const again = await work();
  expect(again[2]).toMatchObject({ after: done(0, { already: 17, nothing: 3 }) });
  expect(service.calls).toHaveLength(108);
});

test("a batch that halted, or whose worker died, goes on with whom it had not scored, and counts all as its own", async () => {
  const projectId = await project(40);
  service.respondents.set("s", new Set(["0"]));
  const { items, input } = await scoreJob(context, { project_id: projectId });
  const [asked] = items;
  if (!asked) throw new Error("The job has no step.");
  const told: { before: { due: string[] } | null; words: string }[] = [];
  const run = (before: { due: string[] } | null, mayGoOn: () => Promise<boolean>) =>
    scoreResponses.step(
      context,
      { input: asked.input, before } as Parameters<typeof scoreResponses.step>[1],
      async (noted, words) => void told.push({ before: noted, words }),
      { input: input as Parameters<typeof scoreResponses.step>[3]["input"], personId: "p", mayGoOn },
    );
  await expect(run(null, async () => service.calls.length < 12)).rejects.toThrow(StepHalted);
  expect(service.calls).toHaveLength(15);
  expect(told.at(-1)?.words).toBe("10 of 35 scored so far.");
  const left = told.at(-1)?.before ?? null;
  expect(left?.due).toHaveLength(35);
  expect(await scoreResponses.settle(context, {} as never, "killed", {} as never)).toBe("not done");
  expect(await run(left, async () => true)).toEqual(done(35, { already: 1, nothing: 4 }));
  expect(service.calls).toHaveLength(35);
  expect(new Set(service.calls).size).toBe(35);
});

test("what the service refuses is told with its reason; whom somebody else added meanwhile is scored", async () => {
  await start(await project(8));
  const refusal = new AppError("invalid", "Bad.", {
    fields: { surveyName: "The survey “s” is stopped. Restart it first." },
  });
  service.onAdd = (respondent) => {
    if (respondent === "3") service.respondents.set("s", (service.respondents.get("s") ?? new Set()).add("3"));
    if (respondent === "3" || respondent === "5") throw refusal;
  };
  const [item] = await work();
  const reason = "The survey “s” is stopped. Restart it first.";
  expect(item).toMatchObject({ state: "done", after: done(7, { refused: 1, reasons: [reason] }) });
  expect(item?.message).toBe(`7 scored. 1 refused: ${reason}`);
});

test("a completed session becomes a respondent of the survey that it was in", async () => {
  await start(await project(4, (at): Record<string, number> => (at < 3 ? { session_survey: 1 } : {})));
  await work();
  expect([...(service.respondents.get("in session") ?? [])]).toEqual(["0", "1", "2"]);
  expect([...(service.respondents.get("s") ?? [])]).toEqual(["3"]);
});
