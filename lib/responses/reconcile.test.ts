import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import type { ReconciliationDecision } from "@/lib/contracts/ours/responses";
import { responseStatuses } from "@/lib/contracts/terms/demand";
import { decidedBy } from "./decided-by";
import { isCounted, previewOf, readReconciliation, restoring } from "./reconcile";

const response = (rdud: string, members: Partial<SurveyResponse> = {}): SurveyResponse => ({
  rdud,
  survey_id: "s",
  status: "complete",
  reconciliation_status: null,
  buyer_cpi: 1.07,
  qualification_attributes: [],
  quota_attributes: [],
  started_at: null,
  ended_at: null,
  ...members,
});
const reject = (...rduds: string[]): ReconciliationDecision => ({ status: "Rejected", reason: "", rduds });
const accept = (...rduds: string[]): ReconciliationDecision => ({ status: "Accepted", reason: "", rduds });
const noFigures = { completes: null, cost: null, quotas: [], room: null };

describe("a list", () => {
  test("that names a response twice means it once, with the first reason; both ways it means neither", async () => {
    const list = await decidedBy([
      { ...reject("a", "b", "a"), reason: "first" },
      { ...reject("a"), reason: "x" },
      accept("b"),
    ]);
    expect(list.repeated).toEqual(["a"]);
    expect(list.contradicting).toEqual(["b"]);
    expect(list.byRdud.get("a")).toEqual({ status: "Rejected", reason: "first", contradicting: false });
    const preview = previewOf(list, [response("a"), response("b")], noFigures);
    expect(preview).toMatchObject({ total: 2, changes: 1, completes: { before: null, after: null, change: -1 } });
  });

  test("is told what is not there, so already, or not complete", async () => {
    const responses = [
      response("a", { reconciliation_status: "REJECTED" }),
      response("b", { status: "standard_termination" }),
      response("c"),
    ];
    expect(previewOf(await decidedBy([reject("a", "b", "c", "d")]), responses, noFigures)).toMatchObject({
      total: 4,
      changes: 2,
      missing: { total: 1, rduds: ["d"] },
      unchanged: { total: 1, rduds: ["a"] },
      not_complete: { total: 1, rduds: ["b"] },
      completes: { change: -1 },
      cost: { change: -1.07 },
    });
  });

  test("that moves a response without a price changes the cost by nobody knows what", async () => {
    const figures = { ...noFigures, completes: 3, cost: 120 };
    const responses = [response("a"), response("b", { buyer_cpi: null }), response("c", { buyer_cpi: null })];
    const unknown = { before: 120, after: null, change: null };
    expect(previewOf(await decidedBy([reject("a", "b")]), responses, figures)).toMatchObject({
      completes: { before: 3, after: 1, change: -2 },
      cost: unknown,
    });
    const judged = await decidedBy([reject("a"), accept("c")]);
    expect(previewOf(judged, responses, figures).cost).toEqual({ before: 120, after: 118.93, change: -1.07 });
  });

  test("that fills a live survey, or all its quotas, says that it becomes Complete", async () => {
    const terminated = (rdud: string, ...quotas: string[]) =>
      response(rdud, { status: "standard termination", quota_attributes: quotas });
    const responses = [terminated("a", "q1"), terminated("b", "q2"), terminated("c"), response("d")];
    const quotas = ["q1", "q2"].map((id) => ({ id, quota: 5, counted: 4 }));
    const room = { byStarts: false, respondents: 20, counted: 8, quotas };
    const completes = async (list: ReconciliationDecision[], over: Partial<typeof room> = {}) =>
      previewOf(await decidedBy(list), responses, { ...noFigures, room: { ...room, ...over } }).completes_survey;
    expect(await completes([accept("a")])).toBe(false);
    expect(await completes([accept("a", "b")])).toBe(true);
    expect(await completes([accept("a", "b")], { byStarts: true })).toBe(false);
    expect(await completes([accept("c")], { respondents: 9 })).toBe(true);
    // Carried out before the rejection, the acceptance fills it for a moment.
    expect(await completes([accept("c"), reject("d")], { respondents: 9 })).toBe(true);
    // Nothing is newly counted.
    expect(await completes([accept("d")], { respondents: 8 })).toBe(false);
    expect(previewOf(await decidedBy([accept("a", "b")]), responses, noFigures).completes_survey).toBe(false);
  });

  test("of 200,000 is worked out, and others have their turn meanwhile", async () => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    });
    onTestFinished(() => clearInterval(others));
    const rduds = Array.from({ length: 200_000 }, (_, index) => `r-${index}`);
    const preview = previewOf(await decidedBy([reject(...rduds.slice(0, 10), ...rduds.slice(10, 20))]), [], noFigures);
    expect(preview.missing.total).toBe(20);
    const all = previewOf(
      await decidedBy([{ ...reject(), rduds }]),
      rduds.map((rdud) => response(rdud)),
      noFigures,
    );
    expect(all).toMatchObject({ changes: 200_000, completes: { change: -200_000 }, cost: { change: -214_000 } });
    expect(turns).toBeGreaterThan(0);
  });
});

const rdud = fc.constantFrom("a", "b", "c", "d", "e", "f");
const judgement = fc.constantFrom("Accepted" as const, "Rejected" as const);
const anyResponses = fc.uniqueArray(
  fc.record({
    rdud,
    status: fc.constantFrom(...responseStatuses),
    reconciliation_status: fc.option(judgement),
    buyer_cpi: fc.option(fc.integer({ min: 0, max: 9999 }).map((amount) => amount / 100)),
    quota_attributes: fc.subarray(["q1", "q2"]),
  }),
  { selector: (one) => one.rdud },
);
const anyList = fc.array(fc.record({ status: judgement, reason: fc.constant(""), rduds: fc.array(rdud) }));

/** What a survey's figures are, from all its responses. */
function recount(responses: SurveyResponse[]) {
  const counted = responses.filter(isCounted);
  const cents = counted.reduce((sum, { buyer_cpi }) => sum + Math.round((buyer_cpi ?? 0) * 100), 0);
  const inQuota = (quota: string) => counted.filter(({ quota_attributes }) => quota_attributes.includes(quota)).length;
  return { completes: counted.length, cost: cents / 100, q1: inQuota("q1"), q2: inQuota("q2") };
}

test("what a preview says is what a recount finds once it is applied", async () => {
  await fc.assert(
    fc.asyncProperty(anyResponses, anyList, async (given, decisions) => {
      const responses = given.map((members) => response(members.rdud, members));
      const before = recount(responses);
      const list = await decidedBy(decisions);
      const preview = previewOf(list, responses, {
        completes: before.completes,
        cost: before.cost,
        quotas: [
          { id: "q1", name: "q1", completes: before.q1 },
          { id: "q2", name: "q2", completes: before.q2 },
        ],
        room: null,
      });
      const applied = responses.map((one) => {
        const decided = list.byRdud.get(one.rdud);
        return decided && !decided.contradicting ? { ...one, reconciliation_status: decided.status } : one;
      });
      const after = recount(applied);
      expect(preview.completes.after).toBe(after.completes);
      const moved = responses.filter((one, at) => isCounted(one) !== isCounted(applied[at] ?? one));
      const isKnown = moved.every(({ buyer_cpi }) => buyer_cpi !== null);
      expect(preview.cost.after).toBe(isKnown ? after.cost : null);
      for (const name of ["q1", "q2"] as const) {
        const shown = preview.quotas.find((quota) => quota.name === name);
        expect(shown?.after ?? before[name]).toBe(after[name]);
      }
      const changed = applied.filter((one, at) => one.reconciliation_status !== responses[at]?.reconciliation_status);
      expect(preview.changes).toBe(changed.length);
      expect(preview.changes + preview.unchanged.total + preview.missing.total).toBe(
        preview.total - list.contradicting.filter((id) => responses.some((one) => one.rdud === id)).length,
      );
    }),
  );
});

test("what undoes a judgement restores counts and cost exactly, or is refused", () => {
  fc.assert(
    fc.property(fc.constantFrom(...responseStatuses), fc.option(judgement), (status, was) => {
      const back = restoring(was, { status });
      if ("refused" in back) {
        expect([was, status]).toEqual([null, "in progress"]);
        return;
      }
      const counted = isCounted({ status, reconciliation_status: was });
      expect(isCounted({ status, reconciliation_status: back.status })).toBe(counted);
      if (was !== null) expect(back.status).toBe(was);
    }),
  );
  expect(restoring(null, { status: "of another kind" })).toHaveProperty("refused");
});

test("a judgement is read in any case", () => {
  expect(["accepted", " REJECTED ", "pending", null].map((text) => readReconciliation(text))).toEqual([
    "Accepted",
    "Rejected",
    null,
    null,
  ]);
});
