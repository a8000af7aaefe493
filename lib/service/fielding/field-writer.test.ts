import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/stores/postgres/client";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { quotas, surveys } from "@/lib/stores/postgres/schema/demand";
import { quotaPlaces, refusedReturns, responses, surveyPlaces } from "@/lib/stores/postgres/schema/fielding";
import { withOwnDatabase } from "@/lib/test-database";
import { liveSurvey } from "@/lib/test-fielding";
import type { EntryAsk, EntryResult } from "./field-batch";
import { enterSurvey, returnToSurvey } from "./field-writer";

withOwnDatabase();

const GENDER = 2;
const men = [{ question_id: GENDER, allowed_option_ids: [1] }];
const women = [{ question_id: GENDER, allowed_option_ids: [2] }];

let people = 0;
const entrant = (change: Partial<EntryAsk> = {}): Omit<EntryAsk, "kind"> => {
  people += 1;
  return {
    ...{ supplier: "direct", respondent: `person ${people}`, device: "desktop", isTest: false, requestId: "r" },
    elsewhere: null,
    ...{ answers: new Map([[GENDER, [1]]]), address: `192.0.2.${people % 250}`, agent: `Agent ${people}` },
    ...change,
  };
};

const enter = (surveyId: string, change: Partial<EntryAsk> = {}) => enterSurvey(surveyId, entrant(change));
const complete = (surveyId: string, rdud: string) =>
  returnToSurvey(surveyId, { rdud, outcome: "complete", checkHash: null, sender: null, requestId: "r" });

const ridOf = (result: EntryResult) => (result.kind === "enter" || result.kind === "end" ? result.session.rid : "");
const reasonOf = (result: EntryResult) => (result.kind === "end" ? result.session.reason : result.kind);

/** Places as the trigger keeps them, and as the sessions themselves add up. */
async function places(surveyId: string) {
  const [[kept], [summed]] = await Promise.all([
    db()
      .select({ starts: surveyPlaces.starts, completes: surveyPlaces.completes, open: surveyPlaces.open })
      .from(surveyPlaces)
      .where(eq(surveyPlaces.surveyId, surveyId)),
    db()
      .select({
        starts: sql<number>`count(*)::int`,
        completes: sql<number>`(count(*) filter (where counted))::int`,
        open: sql<number>`(count(*) filter (where status = 'in progress' and reason is null))::int`,
      })
      .from(responses)
      .where(sql`survey_id = ${surveyId} and reached and not test`),
  ]);
  expect(kept).toEqual(summed);
  return kept;
}

describe("an entry", () => {
  test("is a session with the filled entry link, and the same one however often its respondent comes", async () => {
    const { surveyId } = await liveSurvey({}, [{ quota: 5, qualifications: men }]);
    const ask = entrant();
    const results = await Promise.all([ask, ask, ask].map((one) => enterSurvey(surveyId, one)));
    expect(new Set(results.map(ridOf)).size).toBe(1);
    const again = await enterSurvey(surveyId, ask);
    expect(again).toMatchObject({ kind: "enter", link: `https://client.test/?id=${ridOf(again)}` });
    expect(await places(surveyId)).toEqual({ starts: 1, completes: 0, open: 1 });
  });

  test("asks for what a quota needs, and begins nothing by that", async () => {
    const { surveyId } = await liveSurvey({}, [{ quota: 5, qualifications: men }]);
    expect(await enter(surveyId, { answers: new Map() })).toMatchObject({ kind: "ask", questions: [GENDER] });
    expect(await db().$count(responses, eq(responses.surveyId, surveyId))).toBe(0);
  });

  test("has the reason of the first check that fails", async () => {
    const quota = [{ quota: 5, qualifications: men }];
    const [live, paused, desktop] = await Promise.all([
      liveSurvey({}, quota),
      liveSurvey({ status: "Paused" }, quota),
      liveSurvey({ deviceCompatibilities: ["desktop"] }, quota),
    ]);
    expect(reasonOf(await enter(paused.surveyId))).toBe("survey_paused");
    expect(reasonOf(await enter(desktop.surveyId, { device: "mobile", answers: new Map() }))).toBe("device");
    expect(reasonOf(await enter(live.surveyId, { answers: new Map([[GENDER, [2]]]) }))).toBe("not_qualified:2");
    const shared = { address: "192.0.2.77", agent: "Shared" };
    expect(reasonOf(await enter(live.surveyId, shared))).toBe("enter");
    expect(reasonOf(await enter(live.surveyId, shared))).toBe("duplicate");
    expect(reasonOf(await enter(live.surveyId, { supplier: "nobody" }))).toBe("unknown supplier");
    expect(await enterSurvey(crypto.randomUUID(), entrant())).toEqual({ kind: "unknown" });
    expect(await places(live.surveyId)).toEqual({ starts: 1, completes: 0, open: 1 });
  });

  test("of two in one batch who share an identifier, the later is the duplicate", async () => {
    const { surveyId } = await liveSurvey();
    const shared = { address: "192.0.2.9", agent: "The same" };
    const results = await Promise.all([enter(surveyId, shared), enter(surveyId, shared)]);
    expect(results.map(reasonOf)).toEqual(["enter", "duplicate"]);
  });

  test("checks no duplicates where the survey does without", async () => {
    const { surveyId } = await liveSurvey();
    await db().update(surveyPlaces).set({ checksDuplicates: false }).where(eq(surveyPlaces.surveyId, surveyId));
    const shared = { address: "192.0.2.9", agent: "The same" };
    const results = await Promise.all([enter(surveyId, shared), enter(surveyId, shared)]);
    expect(results.map(reasonOf)).toEqual(["enter", "enter"]);
  });

  test("is turned away by the fraud check where it is required, and kept with its verdict where it is recorded", async () => {
    const shared = { address: "192.0.2.10", agent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36" };
    const enterTwice = async (checks: Partial<typeof surveyPlaces.$inferInsert>) => {
      const { surveyId } = await liveSurvey();
      await db()
        .update(surveyPlaces)
        .set({ checksDuplicates: false, ...checks })
        .where(eq(surveyPlaces.surveyId, surveyId));
      const results = await Promise.all([enter(surveyId, shared), enter(surveyId, shared)]);
      const verdicts = await db().execute<{ reason: string }>(sql`
        select f.failure_reason as reason from fraud_sessions f join activation_surveys v on v.id = f.survey
        where v.survey_number = ${surveyId} order by f.record`);
      return [results.map(reasonOf), verdicts.map(({ reason }) => reason)];
    };
    expect(await enterTwice({})).toEqual([["enter", "enter"], []]);
    expect(await enterTwice({ fraudCheck: "record" })).toEqual([
      ["enter", "enter"],
      ["01", "02"],
    ]);
    expect(await enterTwice({ fraudCheck: "require" })).toEqual([
      ["enter", "fraud:02"],
      ["01", "02"],
    ]);
    expect(await enterTwice({ fraudCheck: "require", fraudThreshold: 80 })).toEqual([
      ["enter", "enter"],
      ["01", "01"],
    ]);
    // Duplicates are found before it.
    expect(await enterTwice({ fraudCheck: "require", checksDuplicates: true })).toEqual([
      ["enter", "duplicate"],
      ["01"],
    ]);
  });

  test("is nobody's where a survey has no quota", async () => {
    const { surveyId } = await liveSurvey();
    await db().delete(quotas).where(eq(quotas.surveyId, surveyId));
    await db().update(surveys).set({ updatedAt: new Date() }).where(eq(surveys.id, surveyId));
    expect(reasonOf(await enter(surveyId))).toBe("quota_full");
  });

  test("never meets a test of the same name, nor a test it", async () => {
    const { surveyId } = await liveSurvey();
    const same = entrant({ respondent: "same" });
    expect((await enterSurvey(surveyId, { ...same, isTest: true })).kind).toBe("enter");
    expect((await enterSurvey(surveyId, same)).kind).toBe("another's");
    const real = entrant();
    await enterSurvey(surveyId, real);
    expect((await enterSurvey(surveyId, { ...real, isTest: true })).kind).toBe("another's");
  });

  test("that is a test sees the same and counts in nothing", async () => {
    const { surveyId } = await liveSurvey({ status: "Draft" });
    const result = await enter(surveyId, { isTest: true });
    expect(result.kind).toBe("enter");
    expect(reasonOf(await enter(surveyId))).toBe("survey_draft");
    expect(await complete(surveyId, ridOf(result))).toMatchObject({ kind: "end", session: { outcome: "complete" } });
    expect(await places(surveyId)).toEqual({ starts: 0, completes: 0, open: 0 });
  });
});

describe("quotas", () => {
  test("hold at most ceil(remaining * 100 / IR) open sessions where completes count", async () => {
    const { surveyId } = await liveSurvey({ incidenceRate: 40 }, [{ quota: 3 }]);
    const results = await Promise.all(Array.from({ length: 12 }, () => enter(surveyId)));
    expect(results.filter(({ kind }) => kind === "enter")).toHaveLength(8);
    expect(results.filter((result) => reasonOf(result) === "quota_full")).toHaveLength(4);
  });

  test("turn a complete above them into an over-quota termination, and the survey completes itself", async () => {
    const { surveyId } = await liveSurvey({ incidenceRate: 50 }, [{ quota: 2, qualifications: men }]);
    const entered = await Promise.all(Array.from({ length: 4 }, () => enter(surveyId)));
    const ends = await Promise.all(entered.map((result) => complete(surveyId, ridOf(result))));
    const outcomes = ends.map((end) => (end.kind === "end" ? end.session.outcome : end.kind));
    expect(outcomes.filter((outcome) => outcome === "complete")).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === "overquota_termination")).toHaveLength(2);
    const [survey] = await db().select().from(surveys).where(eq(surveys.id, surveyId));
    expect(survey?.status).toBe("Complete");
    expect(reasonOf(await enter(surveyId))).toBe("survey_complete");
    expect(await places(surveyId)).toEqual({ starts: 4, completes: 2, open: 0 });
  });

  test("count starts on entry where starts count, also of who is terminated later", async () => {
    const { surveyId } = await liveSurvey({ calculationType: "Survey Starts" }, [{ quota: 2 }, { quota: 9 }]);
    const [first] = await Promise.all([enter(surveyId), enter(surveyId)]);
    expect(reasonOf(await enter(surveyId))).toBe("quota_full");
    await returnToSurvey(surveyId, {
      rdud: ridOf(first),
      outcome: "standard_termination",
      checkHash: null,
      sender: null,
      requestId: "r",
    });
    expect(reasonOf(await enter(surveyId))).toBe("quota_full");
  });

  test("get the places of expired sessions back", async () => {
    const { surveyId } = await liveSurvey({}, [{ quota: 1 }]);
    const first = await enter(surveyId);
    expect(reasonOf(await enter(surveyId))).toBe("quota_full");
    await db()
      .update(responses)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(responses.rdud, ridOf(first)));
    expect((await enter(surveyId)).kind).toBe("enter");
    expect(await complete(surveyId, ridOf(first))).toMatchObject({ kind: "refuse", refusal: "expired" });
  });

  test("are kept exactly when hundreds of entries and returns come at once", async () => {
    const quotaList = [...Array(20).keys()].map((index) => ({ quota: 5, qualifications: index % 2 ? women : men }));
    const { surveyId, quotaIds } = await liveSurvey({ incidenceRate: 60 }, [...quotaList, { quota: 9 }]);
    const come = async (gender: number) => {
      const result = await enter(surveyId, { answers: new Map([[GENDER, [gender]]]) });
      if (result.kind === "enter") await complete(surveyId, ridOf(result));
    };
    await Promise.all(Array.from({ length: 300 }, (_, index) => come(1 + (index % 2))));
    const rows = await db().select().from(quotaPlaces);
    const targets = new Map(quotaIds.map((id, index) => [id, index === 20 ? 9 : 5]));
    for (const { quotaId, completes, open } of rows) {
      if (!targets.has(quotaId)) continue;
      expect(completes).toBeLessThanOrEqual(targets.get(quotaId) ?? 0);
      expect(open).toBe(0);
    }
    expect((await places(surveyId))?.completes).toBe(9);
  });
});

describe("a return", () => {
  test("is taken once: replays and other outcomes change nothing and are recorded", async () => {
    const { surveyId } = await liveSurvey();
    const rdud = ridOf(await enter(surveyId));
    const results = await Promise.all([complete(surveyId, rdud), complete(surveyId, rdud)]);
    expect(results).toMatchObject([{ kind: "end" }, { kind: "refuse", refusal: "replay" }]);
    const other = await returnToSurvey(surveyId, {
      rdud,
      outcome: "quality_termination",
      checkHash: null,
      sender: null,
      requestId: "r",
    });
    expect(other).toMatchObject({ kind: "refuse", refusal: "contradictory", session: { outcome: "complete" } });
    const recorded = await db().select().from(refusedReturns).where(eq(refusedReturns.surveyId, surveyId));
    expect(recorded.map(({ refusal }) => refusal)).toEqual(["replay", "contradictory"]);
    const [row] = await db().select().from(responses).where(eq(responses.rdud, rdud));
    expect(row).toMatchObject({ status: "complete", reason: "complete", buyerCpi: 2.5, counted: true });
  });

  test("is recorded two hundred times where it changes nothing, however often it comes", async () => {
    const { surveyId } = await liveSurvey();
    const [rdud, other] = [ridOf(await enter(surveyId)), ridOf(await enter(surveyId))];
    await Promise.all(Array.from({ length: 400 }, () => complete(surveyId, rdud)));
    await Promise.all([complete(surveyId, other), complete(surveyId, other)]);
    const kept = (id: string) => db().$count(refusedReturns, eq(refusedReturns.rdud, id));
    // The last batch is taken whole.
    expect(await kept(rdud)).toBeGreaterThanOrEqual(200);
    expect(await kept(rdud)).toBeLessThan(250);
    expect(await kept(other)).toBe(1);
  });

  test("by a key is audited with what it changed; a respondent's own return is not", async () => {
    const { surveyId, accountId } = await liveSurvey();
    const [byBrowser, byKey] = [ridOf(await enter(surveyId)), ridOf(await enter(surveyId))];
    await complete(surveyId, byBrowser);
    const sender = {
      viewer: { connection: "built-in", email: "key “Buyer”", name: "Buyer", role: "admin" as const, accounts: [] },
      ...{ requestId: "r", origin: "service" as const },
    };
    const ended = { rdud: byKey, outcome: "quality_termination" as const, checkHash: null, sender, requestId: "r" };
    await returnToSurvey(surveyId, ended);
    expect(await returnToSurvey(surveyId, ended)).toMatchObject({ kind: "refuse" });
    const entries = await db().select().from(audit).where(eq(audit.accountId, accountId));
    expect(entries).toMatchObject([
      {
        ...{ who: "key “Buyer”", action: "returnSession", thing: "responses", thingId: byKey, outcome: "done" },
        ...{ before: { status: "in progress" }, after: { survey_id: surveyId, status: "quality termination" } },
      },
    ]);
  });

  test("of who was turned away before the entry link is contradictory", async () => {
    const { surveyId } = await liveSurvey({}, [{ quota: 5, qualifications: men }]);
    const away = await enter(surveyId, { answers: new Map([[GENDER, [2]]]) });
    expect(await complete(surveyId, ridOf(away))).toMatchObject({ kind: "refuse", refusal: "contradictory" });
  });
});

describe("pacing", () => {
  test("admits its hour's share, gives a terminated place back, and follows an edit at once", async () => {
    const outOfFieldAt = new Date(Date.now() + 10 * 3_600_000 - 60_000);
    const paced = { trafficControlLimitType: "Even Pacing", respondents: 50, outOfFieldAt };
    const { surveyId } = await liveSurvey(paced, [{ quota: 50 }]);
    // ceil(1.1 * 50 / 10)
    const results = await Promise.all(Array.from({ length: 9 }, () => enter(surveyId)));
    expect(results.map(reasonOf)).toEqual([...Array(6).fill("enter"), ...Array(3).fill("pacing")]);
    const [first] = results;
    await returnToSurvey(surveyId, {
      ...{
        rdud: first ? ridOf(first) : "",
        outcome: "standard_termination",
        checkHash: null,
        sender: null,
        requestId: "r",
      },
    });
    expect((await enter(surveyId)).kind).toBe("enter");
    expect(reasonOf(await enter(surveyId))).toBe("pacing");
    await db().update(surveys).set({ respondents: 60 }).where(eq(surveys.id, surveyId));
    expect((await enter(surveyId)).kind).toBe("enter");
    expect(reasonOf(await enter(surveyId))).toBe("pacing");
  });
});
