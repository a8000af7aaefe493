import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import { laterOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import type { Operation } from "@/lib/contracts/operation";
import { defaultThresholds } from "@/lib/contracts/rules/exclusion";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { call, type SignedInContext } from "@/lib/gateway/call";
import { callQuality } from "@/lib/gateway/call-quality";
import type { AnyKind } from "@/lib/jobs/kind";
import { runJob } from "@/lib/jobs/run-job";
import { undoJob } from "@/lib/jobs/start-job";
import { processWide } from "@/lib/process-wide";
import { signToken } from "@/lib/service/demand/sign-token";
import { scoreWaiting } from "@/lib/service/quality/scoring-queue";
import { serve } from "@/lib/service/router";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import * as jobs from "@/lib/stores/postgres/jobs";
import { excludedAmong, listExclusions } from "@/lib/stores/postgres/response-exclusions";
import { memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { answerRevisions, answerSets } from "@/lib/stores/postgres/schema/answers";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { responses, suppliers } from "@/lib/stores/postgres/schema/fielding";
import { people } from "@/lib/stores/postgres/schema/people";
import { question, testWeight, writeAnswers } from "@/lib/test-answers";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { liveSurvey } from "@/lib/test-fielding";
import { decideRespondent } from "./decide-respondent";
import { excludeRespondents, startExclusion } from "./exclusion-job";
import { copyScoredSurvey, previewMigration, startMigration } from "./migration";
import { previewThresholds } from "./preview-thresholds";
import { getEvidence } from "./read-evidence";
import { listRespondents, summarize } from "./read-respondents";
import { getThresholds, saveThresholds } from "./stored-thresholds";

withOwnDatabase();
withEngine();

type Side = Awaited<ReturnType<typeof liveSurvey>> & { context: SignedInContext<SessionViewer> };

async function side(): Promise<Side> {
  const survey = await liveSurvey({}, [{ quota: 10 }]);
  const email = `${survey.accountId}@b.test`;
  const [user] = await db().insert(users).values({ email, name: "A", passwordHash: "-" }).returning();
  const userId = user?.id ?? "";
  await db().insert(memberships).values({ userId, accountId: survey.accountId });
  const [person] = await db()
    .insert(people)
    .values({ connection: "built-in", email, name: "A", role: "admin" })
    .returning();
  const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
  const viewer = {
    ...{ connection: "built-in", email, name: "A", role: "admin" as const, accounts: [], token },
    ...{ personId: person?.id ?? "", sessionHash: "", expiresAt: "2099-01-01T00:00:00.000Z" },
    settings: { timeZone: "UTC", numbers: "en" } as unknown as SessionViewer["settings"],
  };
  return { ...survey, context: { viewer, requestId: "r", origin: "page" } };
}

const BAD = "asdfghjkl qwertzuiop asdfghjkl";
const GOOD = "I always buy it because my family likes the taste of it so much";

/** A respondent whose two open answers are these. */
const add = (of: Side, respondentId: string, answer: string, { version = "v3" as QualityVersion, more = {} } = {}) =>
  call(of.context, versionOperations[version].addRespondent, {
    account: { id: of.accountId, name: "A" },
    body: {
      ...{ surveyName: of.surveyId, respondentId, ...more },
      dataPoints: ["o1", "o2"].map((dataPointId) => ({ qualityCheck: "OES", dataPointId, question: "Why?", answer })),
    },
  });

async function work(kind: AnyKind): Promise<void> {
  for (;;) {
    const holder = crypto.randomUUID();
    const job = await jobs.takeDueJob(db(), holder);
    if (!job) return;
    await runJob(job, { kinds: { [kind.kind]: kind }, holder, signal: new AbortController().signal });
  }
}

const never = new AbortController().signal;
const answersOut = ({ accountId, projectId }: Side, ids: string[]) =>
  excludedAmong(db(), { connection: "built-in", accountId, projectId }, ids).then((found) => found.sort());

async function listed({ context, surveyId }: Side) {
  const { respondents } = await listRespondents(context, { survey_id: surveyId, order: "score" });
  return new Map(respondents.map((row) => [row.respondent_id, row]));
}

const excludedIn = async (of: Side) =>
  [...(await listed(of)).values()].flatMap((row) => (row.is_excluded ? [row.respondent_id] : [])).sort();

let other: Side;
beforeAll(async () => {
  other = await side();
});

let mine: Side;
beforeEach(async () => {
  mine = await side();
});

describe("a survey that is scored", () => {
  beforeEach(async () => {
    await add(mine, "bad", BAD);
    await add(mine, "good", GOOD);
  });

  test("is listed and summed up, with what its session says", async () => {
    await db().insert(suppliers).values({ accountId: mine.accountId, code: "north", name: "North", endLinks: {} });
    await db()
      .insert(responses)
      .values({
        ...{ rdud: "good", surveyId: mine.surveyId, status: "complete", reason: "complete", buyerCpi: 1 },
        ...{ qualificationAttributes: [], quotaIds: mine.quotaIds, supplier: "north" },
        ...{ startedAt: new Date("2030-01-01T10:00:00Z"), endedAt: new Date("2030-01-01T10:10:00Z") },
      });
    const rows = await listed(mine);
    expect([...rows.keys()]).toEqual(["bad", "good"]);
    expect(rows.get("good")).toMatchObject({
      ...{ supplier: { code: "north", name: "North" }, at: "2030-01-01T10:10:00.000Z", review: null },
    });
    expect(rows.get("bad")).toMatchObject({
      ...{ categories: [{ category: "GIBBERISH", answers: 2 }], is_excluded: false },
      reasons: expect.arrayContaining(["2 open answers are gibberish."]),
    });
    const summary = await summarize(mine.context, mine.surveyId);
    expect(summary).toMatchObject({
      ...{ survey: { version: "v3", is_stopped: false }, respondents: 2, pending: 0, excluded: 0 },
    });
    const preview = await previewThresholds(
      mine.context,
      { survey_id: mine.surveyId, thresholds: defaultThresholds, question_ids: [] },
      never,
    );
    expect(preview).toMatchObject({
      ...{ newly_excluded: 1, quotas: [{ name: "Quota 1", target: 10, now: 1, after: 1 }], questions: [] },
    });
  });

  test("a decision reaches the service, the review, the answers and the audit, and is undone by what it was", async () => {
    const decide = (decision: "exclude" | null, more: { note?: string; is_excluded?: boolean } = {}) =>
      decideRespondent(mine.context, {
        ...{ survey_id: mine.surveyId, respondent_id: "bad", decision, note: "", ...more },
      });
    const row = await decide("exclude", { note: "Keys" });
    expect(row).toMatchObject({
      is_excluded: true,
      review: { decision: "exclude", note: "Keys", by: mine.context.viewer.email },
    });
    expect([await excludedIn(mine), await answersOut(mine, ["bad", "good"])]).toEqual([["bad"], ["bad"]]);
    const actions = await db().select({ action: audit.action }).from(audit).where(eq(audit.accountId, mine.accountId));
    expect(actions.map(({ action }) => action).sort()).toEqual([
      ...["excludeResponses", "reviewRespondents", "updateRespondentsExcludedStatus"],
    ]);
    expect(await decide(null, { is_excluded: false })).toMatchObject({ is_excluded: false, review: null });
    expect([await excludedIn(mine), await answersOut(mine, ["bad"])]).toEqual([[], []]);
    const { history } = await getEvidence(mine.context, mine.surveyId, "bad");
    expect(history.map(({ decision }) => decision)).toEqual([null, "exclude"]);
  });

  test("evidence shows what was sent, marks what a reason names, and finds answers alike", async () => {
    await add(mine, "copy", GOOD);
    const bad = await getEvidence(mine.context, mine.surveyId, "bad");
    const [point] = bad.points;
    expect(point).toMatchObject({ check: "OES", category: "GIBBERISH", sent: { question: "Why?", answer: BAD } });
    if (point?.sent?.check !== "OES") throw new Error("It is no open answer.");
    expect(point.sent.highlights.length).toBeGreaterThan(0);
    for (const { from, to } of point.sent.highlights) expect(point.reason).toContain(BAD.slice(from, to));
    const copy = await getEvidence(mine.context, mine.surveyId, "copy");
    expect(copy.similar[0]).toMatchObject({ respondent_id: "good", similarity: 1, answer: GOOD });
    expect(copy.respondent.categories.map(({ category }) => category)).toEqual(["DUPLICATE_RESPONDENT"]);
  });

  test("thresholds are kept with who saved them, and exclude nobody by themselves", async () => {
    expect(await getThresholds(mine.context, mine.surveyId)).toEqual({ thresholds: defaultThresholds, saved: null });
    const thresholds = { ...defaultThresholds, total: 0 };
    const saved = await saveThresholds(mine.context, { survey_id: mine.surveyId, thresholds });
    expect(saved).toMatchObject({ thresholds, saved: { by: mine.context.viewer.email } });
    expect(await getThresholds(mine.context, mine.surveyId)).toEqual(saved);
    expect(await excludedIn(mine)).toEqual([]);
  });

  test("thresholds of a former release have every category; others are refused by their place until saved", async () => {
    const save = () => saveThresholds(mine.context, { survey_id: mine.surveyId, thresholds: defaultThresholds });
    await save();
    const store = (change: object) =>
      db().execute(sql`update quality_thresholds set thresholds = ${JSON.stringify({ ...defaultThresholds, ...change })}::jsonb
        where survey_id = ${mine.surveyId}`);
    await store({ categories: { GIBBERISH: 3 } });
    const former = await getThresholds(mine.context, mine.surveyId);
    expect(former.thresholds.categories).toMatchObject({ GIBBERISH: 3, OFF_TOPIC: null });
    await store({ checks: { OES: "40" } });
    await expect(getThresholds(mine.context, mine.surveyId)).rejects.toThrow(
      `The thresholds of survey ${mine.surveyId} in quality_thresholds cannot be read`,
    );
    expect((await save()).thresholds).toEqual(defaultThresholds);
  });

  describe("deleted", () => {
    const name = () => ({ surveyName: mine.surveyId });
    const pass = (operation: Operation, body: object) =>
      callQuality(mine.context, operation, { body, accountId: undefined });
    const left = async () => {
      const of = { surveyId: mine.surveyId };
      const [reviews, thresholds, reasons] = await Promise.all([
        db().execute(sql`select respondent_id from respondent_reviews where survey_id = ${of.surveyId} order by id`),
        db().execute(sql`select survey_id from quality_thresholds where survey_id = ${of.surveyId}`),
        db().execute<{ reason: string }>(sql`
          select e.reason from response_exclusions e join exclusion_lists l on l.id = e.list
          where l.project_id = ${mine.projectId} and e.reason like '%SECRET%'`),
      ]);
      return {
        reviews: reviews.map((row) => row.respondent_id),
        ...{ thresholds: thresholds.length, notes: reasons.length, excluded: await answersOut(mine, ["bad", "good"]) },
      };
    };

    beforeEach(async () => {
      for (const respondent_id of ["bad", "good"]) {
        const decision = { survey_id: mine.surveyId, respondent_id, decision: "exclude" as const, note: "SECRET" };
        await decideRespondent(mine.context, decision);
      }
      await saveThresholds(mine.context, { survey_id: mine.surveyId, thresholds: defaultThresholds });
      expect(await left()).toEqual({
        ...{ reviews: ["bad", "good"], thresholds: 1, notes: 2, excluded: ["bad", "good"] },
      });
    });

    test("a respondent leaves no review, note or exclusion behind, and comes back as somebody new", async () => {
      await pass(laterOperations.deleteRespondents, { ...name(), respondentIds: ["bad"] });
      expect(await left()).toEqual({ reviews: ["good"], thresholds: 1, notes: 1, excluded: ["good"] });
      await add(mine, "bad", BAD);
      expect((await listed(mine)).get("bad")).toMatchObject({ is_excluded: false, review: null });
    });

    test("a survey leaves nothing behind", async () => {
      await pass(laterOperations.deleteSurveys, { surveyNames: [mine.surveyId] });
      expect(await left()).toEqual({ reviews: [], thresholds: 0, notes: 0, excluded: [] });
      expect((await listed(mine)).size).toBe(0);
    });

    test("by a key of the account it is the same, and a refused deletion leaves all as it was", async () => {
      const { text, ...stored } = newKey("quality");
      const of = { connection: "built-in", accountId: mine.accountId, accountName: "A", who: "a@b.test" };
      await insertKey(db(), { ...of, ...stored, interface: "quality", name: "Key" });
      const send = (path: string, body: object) => {
        const headers = { "content-type": "application/json", "api-key": text };
        return serve(
          "quality",
          path,
          new Request(`http://s${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
        );
      };
      const before = await left();
      const unknown = { ...name(), respondentIds: ["bad", "nobody"] };
      expect((await send("/v3/deleteRespondents", unknown)).status).toBe(404);
      expect((await send("/v3/deleteSurveys", { surveyNames: [mine.surveyId, "nothing"] })).status).toBe(404);
      expect(await left()).toEqual(before);
      expect((await send("/v3/deleteRespondents", { ...name(), respondentIds: ["bad"] })).status).toBe(200);
      expect(await left()).toEqual({ reviews: ["good"], thresholds: 1, notes: 1, excluded: ["good"] });
    });
  });

  test("whom rules or another client exclude at the service leaves the figures at once, and comes back", async () => {
    await answer(
      mine,
      [10, 20, 40, 80].map((spent) => ({ region: 1, spent })),
    );
    const cleaning = { more: { activateCleaning: true } };
    await add(mine, "0", BAD, cleaning);
    await add(mine, "1", "The price went down last month, so my neighbour told me to try one", cleaning);
    await add(mine, "2", BAD, { more: { ...cleaning.more, synchronousResponse: false } });
    const bases = async () => {
      const asked = { survey_id: mine.surveyId, thresholds: defaultThresholds, question_ids: ["spent"] };
      const { excluded_now, still_counted, questions } = await previewThresholds(mine.context, asked, never);
      return [excluded_now, still_counted, ...questions.flatMap(({ now, after }) => [now.base, after.base])];
    };
    expect(await answersOut(mine, ["0", "1", "2"])).toEqual(["0"]);
    await scoreWaiting(never);
    expect(await answersOut(mine, ["0", "1", "2"])).toEqual(["0", "2"]);
    expect(await bases()).toEqual([2, 0, 2, 2]);
    const { exclusions } = await listExclusions(
      db(),
      { connection: "built-in", accountId: mine.accountId, projectId: mine.projectId },
      { page: 1, pageSize: 10 },
    );
    expect(exclusions.map(({ responseId, who, reason }) => [responseId, who, reason])).toEqual([
      ["0", "automatic", expect.stringMatching(/gibberish/)],
      ["2", "automatic", expect.stringMatching(/gibberish/)],
    ]);
    const { text, ...stored } = newKey("quality");
    const of = { connection: "built-in", accountId: mine.accountId, accountName: "A", who: "a@b.test" };
    await insertKey(db(), { ...of, ...stored, interface: "quality", name: "Key" });
    const body = { surveyName: mine.surveyId, respondentIds: ["0", "1"] };
    const headers = { "content-type": "application/json", "api-key": text };
    const path = "/v3/updateRespondentsExcludedStatus";
    const sent = new Request(`http://s${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect((await serve("quality", path, sent)).status).toBe(200);
    expect(await answersOut(mine, ["0", "1", "2"])).toEqual(["1", "2"]);
    // As our own API passes it on.
    await callQuality(mine.context, laterOperations.updateRespondentsExcludedStatus, { body, accountId: undefined });
    expect(await answersOut(mine, ["0", "1", "2"])).toEqual(["0", "2"]);
    expect(await bases()).toEqual([2, 0, 2, 2]);
  });

  test("thresholds leave out the answers of whom the service alone excludes, which a preview counts, and undo it", async () => {
    await answer(
      mine,
      [10, 20, 40].map((spent) => ({ region: 1, spent })),
    );
    await add(mine, "0", BAD);
    await call(mine.context, laterOperations.updateRespondentsExcludedStatus, {
      account: { id: mine.accountId, name: "A" },
      body: { surveyName: mine.surveyId, respondentIds: ["0", "bad"], isExcluded: true },
    });
    const asked = { survey_id: mine.surveyId, thresholds: defaultThresholds, question_ids: ["spent"] };
    const preview = () => previewThresholds(mine.context, asked, never);
    const { questions, ...counts } = await preview();
    expect(counts).toMatchObject({ excluded_now: 2, newly_excluded: 0, newly_included: 0, still_counted: 2 });
    expect(questions.map(({ now, after }) => [now.base, after.base])).toEqual([[3, 2]]);
    const job = await startExclusion(mine.context, { survey_id: mine.surveyId, thresholds: defaultThresholds });
    expect(job.title).toMatch(/^Leave out the answers of 2 respondents of /);
    await work(excludeRespondents);
    expect((await preview()).questions.map(({ now, after }) => [now.base, after.base])).toEqual([[2, 2]]);
    const summary = await jobs.findJobOfKind(db(), job.id, excludeRespondents.kind);
    if (!summary) throw new Error("There is no such job.");
    await undoJob(mine.context, excludeRespondents, summary);
    await work(excludeRespondents);
    expect([await excludedIn(mine), await answersOut(mine, ["0", "bad"])]).toEqual([["0", "bad"], []]);
  });

  test("another account's viewer finds nothing of it, and changes nothing", async () => {
    const { context } = other;
    const { surveyId: survey_id } = mine;
    const thresholds = defaultThresholds;
    const asked = [
      listRespondents(context, { survey_id }),
      summarize(context, survey_id),
      getThresholds(context, survey_id),
      saveThresholds(context, { survey_id, thresholds }),
      previewThresholds(context, { survey_id, thresholds, question_ids: [] }, never),
      getEvidence(context, survey_id, "bad"),
      decideRespondent(context, { survey_id, respondent_id: "bad", decision: "exclude", note: "" }),
      startExclusion(context, { survey_id, thresholds }),
      previewMigration(context, survey_id),
      startMigration(context, { survey_id, new_survey_name: "New" }),
    ];
    for (const one of await Promise.allSettled(asked)) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    }
    expect(await excludedIn(mine)).toEqual([]);
  });

  test("a respondent whom nobody knows is not decided of", async () => {
    for (const decision of ["exclude", "flag"] as const) {
      const asked = { survey_id: mine.surveyId, respondent_id: "nobody", decision, note: "" };
      await expect(decideRespondent(mine.context, asked)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await answersOut(mine, ["nobody"])).toEqual([]);
  });

  describe("many at once", () => {
    const start = (
      asked: { thresholds: typeof defaultThresholds } | { respondent_ids: string[]; is_excluded: boolean },
    ) => startExclusion(mine.context, { survey_id: mine.surveyId, ...asked });

    async function undo(id: string) {
      const summary = await jobs.findJobOfKind(db(), id, excludeRespondents.kind);
      if (!summary) throw new Error("There is no such job.");
      await undoJob(mine.context, excludeRespondents, summary);
      await work(excludeRespondents);
    }

    test("thresholds exclude and include at the service and in the answers, but whom a reviewer decided", async () => {
      await add(mine, "kept", BAD);
      await decideRespondent(mine.context, {
        survey_id: mine.surveyId,
        respondent_id: "kept",
        decision: "keep",
        note: "",
      });
      const job = await start({ thresholds: defaultThresholds });
      expect(job.title).toMatch(/^Exclude 1 respondent of /);
      await work(excludeRespondents);
      expect([await excludedIn(mine), await answersOut(mine, ["bad", "good", "kept"])]).toEqual([["bad"], ["bad"]]);
      await undo(job.id);
      expect([await excludedIn(mine), await answersOut(mine, ["bad", "good", "kept"])]).toEqual([[], []]);
    });

    test("a page that has just read the respondents sees at once what the worker changed", async () => {
      expect(await excludedIn(mine)).toEqual([]);
      await start({ respondent_ids: ["bad"], is_excluded: true });
      await work(excludeRespondents);
      // The page's process knows nothing of the changes that the worker's process made.
      processWide("gateway.quality-changes", () => ({ latest: new Map() })).latest.clear();
      expect(await excludedIn(mine)).toEqual(["bad"]);
    });

    test("undoing reverses exactly what changed", async () => {
      await decideRespondent(mine.context, {
        survey_id: mine.surveyId,
        respondent_id: "bad",
        decision: "exclude",
        note: "Mine",
      });
      const { id } = await start({ respondent_ids: ["bad", "good"], is_excluded: true });
      await work(excludeRespondents);
      expect(await excludedIn(mine)).toEqual(["bad", "good"]);
      await undo(id);
      expect([await excludedIn(mine), await answersOut(mine, ["bad", "good"])]).toEqual([["bad"], ["bad"]]);
      const rows = await listed(mine);
      expect(rows.get("bad")?.review).toMatchObject({ decision: "exclude", note: "Mine" });
      expect(rows.get("good")?.review).toBeNull();
    });

    test("a step that was cut off goes on, and its undo knows all of it", async () => {
      const { id } = await start({ respondent_ids: ["bad", "good"], is_excluded: true });
      const [item] = await jobs.itemsIn(db(), id, ["waiting"]);
      // Killed after the service had excluded one, before anything was noted of it here.
      await db().execute(
        sql`update job_items set state = 'running', before = ${sql.raw(
          `'{"changed":["bad","good"],"answers":["bad","good"],"reviews":[{"respondentId":"bad","decision":null,"note":""}]}'::jsonb`,
        )} where job_id = ${id} and key = ${item?.key ?? ""}`,
      );
      await call(mine.context, laterOperations.updateRespondentsExcludedStatus, {
        account: { id: mine.accountId, name: "A" },
        body: { surveyName: mine.surveyId, respondentIds: ["bad"], isExcluded: true },
      });
      await work(excludeRespondents);
      expect([await excludedIn(mine), await answersOut(mine, ["bad", "good"])]).toEqual([
        ["bad", "good"],
        ["bad", "good"],
      ]);
      await undo(id);
      expect([await excludedIn(mine), await answersOut(mine, ["bad", "good"])]).toEqual([[], []]);
    });

    test("somebody unknown, and a change of nobody, start nothing", async () => {
      await expect(start({ respondent_ids: ["nobody"], is_excluded: true })).rejects.toMatchObject({
        code: "not_found",
      });
      await start({ thresholds: defaultThresholds });
      await work(excludeRespondents);
      await expect(start({ thresholds: defaultThresholds })).rejects.toMatchObject({ code: "invalid" });
    });
  });
});

/** Responses whose ids are their places, shown as the answers of a side's project. */
async function answer({ accountId, projectId }: Side, rows: { region: number; spent: number | null }[]): Promise<void> {
  const questions = [
    question(1, "region", "single", {
      options: [
        [1, "North", null],
        [2, "South", null],
      ],
    }),
    question(2, "spent", "numeric"),
  ];
  const table = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(
    table,
    questions,
    rows.map((answers) => ({ time: Date.UTC(2030, 0, 1), answers })),
  );
  const set = { connection: "built-in", accountId, projectId, questions, weights: [testWeight] };
  const [{ id: answerSet = "" } = {}] = await db().insert(answerSets).values(set).returning();
  const revision = { answerSet, mode: "replace" as const, state: "visible" as const, tableName: table, fileName: "t" };
  const [{ id = 0 } = {}] = await db()
    .insert(answerRevisions)
    .values({ ...revision, plan: {} as never, questions, weights: [testWeight], who: "t", visibleAt: new Date() })
    .returning();
  await db().update(answerSets).set({ revision: id }).where(eq(answerSets.id, answerSet));
}

test("a preview shows the figures of questions as they are once the job is done, and back again", async () => {
  const spent = [10, 20, 40, null, 80, 160];
  await answer(
    mine,
    spent.map((value, at) => ({ region: 1 + (at % 2), spent: value })),
  );
  for (const at of spent.keys()) await add(mine, String(at), at % 3 === 0 ? BAD : GOOD);
  // Excluded by a person before there were reviews, whom the thresholds include again.
  await call(mine.context, laterOperations.updateRespondentsExcludedStatus, {
    account: { id: mine.accountId, name: "A" },
    body: { surveyName: mine.surveyId, respondentIds: ["1"], isExcluded: true },
  });
  const thresholds = {
    ...defaultThresholds,
    categories: { ...defaultThresholds.categories, DUPLICATE_RESPONDENT: null },
  };
  const lenient = { ...thresholds, total: null, checks: { ...thresholds.checks, OES: null } };
  const preview = () =>
    previewThresholds(
      mine.context,
      { survey_id: mine.surveyId, thresholds: lenient, question_ids: ["region", "spent"] },
      never,
    );
  const before = await preview();
  expect(before).toMatchObject({ excluded_now: 1, newly_excluded: 2, newly_included: 1 });
  expect(before.questions.map(({ now }) => now.base)).toEqual([6, 5]);
  const evidence = await getEvidence(mine.context, mine.surveyId, "1");
  expect(evidence.answers?.map(({ title, answer: given }) => [title, given])).toEqual([
    ["region", "South"],
    ["spent", "20"],
  ]);
  const { id } = await startExclusion(mine.context, { survey_id: mine.surveyId, thresholds: lenient });
  await work(excludeRespondents);
  const done = await preview();
  expect(done.questions.map(({ now }) => now)).toEqual(before.questions.map(({ after }) => after));
  expect(done.questions.map(({ now, after }) => [now.base, now, after])).toEqual(
    done.questions.map(({ now }) => [now.base, now, now]),
  );
  expect(done.questions[1]?.now).toEqual({ base: 4, mean: (20 + 40 + 80 + 160) / 4, options: [] });
  const summary = await jobs.findJobOfKind(db(), id, excludeRespondents.kind);
  if (!summary) throw new Error("There is no such job.");
  await undoJob(mine.context, excludeRespondents, summary);
  await work(excludeRespondents);
  expect((await preview()).questions).toEqual(before.questions);
  const unknown = { survey_id: mine.surveyId, thresholds: lenient, question_ids: ["shoe size"] };
  await expect(previewThresholds(mine.context, unknown, never)).rejects.toMatchObject({
    ...{ code: "invalid", fields: { question_ids: expect.stringContaining("shoe size") } },
  });
});

test("the answers of a respondent who is deleted count again in every figure", async () => {
  await answer(
    mine,
    [10, 20, 40].map((spent) => ({ region: 1, spent })),
  );
  for (const at of [0, 1, 2]) await add(mine, String(at), GOOD);
  const bases = async () => {
    const asked = { survey_id: mine.surveyId, thresholds: defaultThresholds, question_ids: ["spent"] };
    return (await previewThresholds(mine.context, asked, never)).questions.map(({ now }) => now.base);
  };
  const decision = { survey_id: mine.surveyId, respondent_id: "1", decision: "exclude" as const, note: "" };
  await decideRespondent(mine.context, decision);
  expect(await bases()).toEqual([2]);
  const body = { surveyName: mine.surveyId, respondentIds: ["1"] };
  await callQuality(mine.context, laterOperations.deleteRespondents, { body, accountId: undefined });
  expect(await bases()).toEqual([3]);
});

test("a survey that nobody was scored of is empty, and has no version", async () => {
  const list = await listRespondents(mine.context, { survey_id: mine.surveyId });
  expect(list).toMatchObject({ survey: null, total_respondents: 0, respondents: [] });
  await expect(previewMigration(mine.context, mine.surveyId)).rejects.toMatchObject({ code: "not_found" });
});

describe("a survey of v1", () => {
  const rules = {
    activateCleaning: true,
    cleaningSettings: { OES: { categories: { NONSENSE: { minDataPoints: 1 } } } },
  };
  beforeEach(async () => {
    await add(mine, "bad", BAD, { version: "v1", more: rules });
    await add(mine, "none", "no idea", { version: "v1" });
  });

  test("shows categories in the words of v3, and excludes nobody afterwards", async () => {
    const rows = await listed(mine);
    expect(rows.get("bad")).toMatchObject({ is_excluded: true, categories: [{ category: "GIBBERISH", answers: 2 }] });
    const asked = { survey_id: mine.surveyId, respondent_id: "none", decision: "exclude" as const, note: "" };
    await expect(decideRespondent(mine.context, asked)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("v1"),
    });
    expect(await answersOut(mine, ["none"])).toEqual([]);
    expect((await getEvidence(mine.context, mine.surveyId, "none")).history).toEqual([]);
  });

  test("is copied to a new survey of v3 with its rules, and stays as it is", async () => {
    expect(await previewMigration(mine.context, mine.surveyId)).toMatchObject({
      ...{ survey: { version: "v1" }, respondents: 2, new_survey_name: `${mine.surveyId} v3`, refused: null },
      categories: [
        { from: "NO_INFORMATION", to: "NO_ANSWER", answers: 2 },
        { from: "NONSENSE", to: "GIBBERISH", answers: 2 },
      ],
    });
    await startMigration(mine.context, { survey_id: mine.surveyId, new_survey_name: "Copy" });
    await work(copyScoredSurvey);
    const copied = await call(mine.context, versionOperations.v3.getAllRespondents, {
      account: { id: mine.accountId, name: "A" },
      body: { surveyName: "Copy", page: 1 },
    });
    expect(copied.data.results.respondents.map(({ respondentId }) => respondentId)).toEqual(["bad", "none"]);
    expect((await listed(mine)).size).toBe(2);
    const again = startMigration(mine.context, { survey_id: mine.surveyId, new_survey_name: "Copy" });
    await expect(again).rejects.toMatchObject({ code: "invalid", fields: { new_survey_name: expect.any(String) } });
  });
});
