import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import { responseStatuses } from "@/lib/contracts/terms/demand";
import type { SignedInContext } from "@/lib/gateway/call";
import * as surveys from "@/lib/gateway/surveys-by-id";
import * as responseWrites from "@/lib/gateway/write-response";
import { type AnyKind, StepEnded } from "@/lib/jobs/kind";
import { db } from "@/lib/stores/postgres/client";
import type { JobItemRow, NewItem } from "@/lib/stores/postgres/jobs";
import { findReason } from "@/lib/stores/postgres/reconciliation-reasons";
import { withOwnDatabase } from "@/lib/test-database";
import { isCounted } from "./reconcile";
import { reconcileResponses, reconciliationJob } from "./reconcile-responses";
import * as surveyResponses from "./survey-responses";

withOwnDatabase();

/** The service: one survey's responses. A write may lose its answer: then the step dies after it has happened. */
const service = { responses: new Map<string, SurveyResponse>(), dies: false, writes: 0 };

beforeAll(() => {
  vi.spyOn(surveys, "requireSurvey").mockResolvedValue({ survey: { id: "s", name: "Tracker" } } as never);
  vi.spyOn(surveyResponses, "readResponse").mockImplementation(
    async (_, _survey, rdud) => service.responses.get(rdud) ?? null,
  );
  vi.spyOn(responseWrites, "updateResponse").mockImplementation(async (_, { rdud, reconciliation_status }) => {
    const present = service.responses.get(rdud);
    const written = { ...(present ?? response(rdud)), reconciliation_status };
    if (present) service.responses.set(rdud, written);
    service.writes += 1;
    if (service.dies) throw new Error("The worker was killed.");
    return written;
  });
});

const context = {
  viewer: { connection: "built-in", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "job",
} as const satisfies SignedInContext;

const response = (rdud: string, members: Partial<SurveyResponse> = {}): SurveyResponse => ({
  rdud,
  survey_id: "s",
  status: "complete",
  reconciliation_status: null,
  buyer_cpi: 1,
  qualification_attributes: [],
  quota_attributes: [],
  started_at: null,
  ended_at: null,
  ...members,
});

type Step = { item: JobItemRow; outcome: "done" | "died" | StepEnded["state"]; message: string };

const kind: AnyKind = reconcileResponses;

/** Runs a step as the runner does: what it is about to do is on its row before it does it. */
async function run(given: NewItem | JobItemRow): Promise<Step> {
  const item = { before: null, message: null, ...given } as JobItemRow;
  try {
    const begin = async (before: unknown, message: string) => {
      Object.assign(item, { before: JSON.parse(JSON.stringify(before)), message });
    };
    await kind.step(context, item, begin, { input: {}, personId: "p", mayGoOn: async () => true });
    return { item, outcome: "done", message: item.message ?? "" };
  } catch (error) {
    if (!(error instanceof StepEnded)) return { item, outcome: "died", message: "" };
    return { item, outcome: error.state, message: error.message };
  }
}

const reverse = (item: JobItemRow): NewItem => {
  const undo = kind.reverse?.(item);
  if (!undo) throw new Error("It cannot be undone.");
  return undo;
};

async function reject(rdud: string, reason = ""): Promise<Step> {
  const work = await reconciliationJob(context, {
    survey_id: "s",
    decisions: [{ status: "Rejected", reason, rduds: [rdud] }],
  });
  return run(work.items[0] as NewItem);
}

const reasonOf = async (rdud: string) =>
  (await findReason(db(), { connection: "built-in", surveyId: "s", rdud }))?.reason ?? null;
const judged = (rdud: string) => service.responses.get(rdud)?.reconciliation_status;

beforeEach(async () => {
  service.responses.clear();
  Object.assign(service, { dies: false, writes: 0 });
  await db().execute(sql`truncate reconciliation_reasons`);
});

describe("a step", () => {
  test("judges, keeps the reason, and says what it was", async () => {
    service.responses.set("a", response("a", { reconciliation_status: "accepted" }));
    expect(await reject("a", "bot")).toMatchObject({ outcome: "done", message: "Rejected; it was accepted." });
    expect([judged("a"), await reasonOf("a")]).toEqual(["Rejected", "bot"]);
    expect(await reject("a", "again")).toMatchObject({ outcome: "unchanged", message: "It is rejected already." });
    expect([service.writes, await reasonOf("a")]).toEqual([1, "bot"]);
  });

  test("whose worker died is settled by what has happened, its reason kept once", async () => {
    service.responses.set("a", response("a"));
    service.dies = true;
    const { item, outcome } = await reject("a", "bot");
    expect([outcome, await reasonOf("a")]).toEqual(["died", null]);
    expect(await kind.settle(context, item, "killed", {})).toBe("done");
    expect(await kind.settle(context, item, "killed", {})).toBe("done");
    expect(await reasonOf("a")).toBe("bot");
  });

  test("that has not happened is done again, and one that somebody else overtook is not known", async () => {
    service.responses.set("a", response("a"));
    const { item } = await reject("a");
    expect(await kind.settle(context, { ...item, before: null }, "killed", {})).toBe("not done");
    service.responses.set("a", response("a"));
    expect(await kind.settle(context, item, "killed", {})).toBe("not done");
    service.responses.set("a", response("a", { reconciliation_status: "Accepted" }));
    expect(await kind.settle(context, item, "killed", {})).toBe("unknown");
    service.responses.clear();
    expect(await kind.settle(context, item, "killed", {})).toBe("unknown");
  });

  test("is titled by what its list does", async () => {
    const title = async (...decisions: ["Accepted" | "Rejected", string[]][]) => {
      const list = decisions.map(([status, rduds]) => ({ status, rduds, reason: "" }));
      return (await reconciliationJob(context, { survey_id: "s", decisions: list })).title;
    };
    expect(await title(["Rejected", ["a", "b"]])).toBe("Reject 2 responses of Tracker");
    expect(await title(["Accepted", ["a"]])).toBe("Accept 1 response of Tracker");
    expect(await title(["Accepted", ["a"]], ["Rejected", ["b"]])).toBe("Reconcile 2 responses of Tracker");
  });
});

test("an undo restores count and reason exactly or refuses, and an undo of it brings the judgement back", async () => {
  const judgement = fc.constantFrom("Accepted" as const, "Rejected" as const);
  const property = fc.asyncProperty(
    fc.constantFrom(...responseStatuses),
    fc.option(judgement),
    judgement,
    async (status, was, wanted) => {
      await db().execute(sql`truncate reconciliation_reasons`);
      service.responses.set("a", response("a", { status, reconciliation_status: was }));
      const counted = () => isCounted(service.responses.get("a") ?? response("a"));
      const before = counted();
      const decisions = [{ status: wanted, reason: "mine", rduds: ["a"] }];
      const { items } = await reconciliationJob(context, { survey_id: "s", decisions });
      const done = await run(items[0] as NewItem);
      expect(done.outcome).toBe(was === wanted ? "unchanged" : "done");
      if (done.outcome !== "done") return;
      const after = counted();
      const undone = await run(reverse(done.item));
      if (undone.outcome === "refused") {
        expect([was, status]).toEqual([null, "in progress"]);
        expect([judged("a"), await reasonOf("a")]).toEqual([wanted, "mine"]);
        return;
      }
      expect([undone.outcome, counted(), await reasonOf("a")]).toEqual(["done", before, null]);
      const again = await run(reverse(undone.item));
      expect([again.outcome, judged("a"), counted(), await reasonOf("a")]).toEqual(["done", wanted, after, "mine"]);
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 300_000);

test("an undo leaves what was judged since, by another judgement or by another person", async () => {
  service.responses.set("a", response("a"));
  const { item } = await reject("a", "mine");
  service.responses.set("a", response("a", { reconciliation_status: "Accepted" }));
  expect(await run(reverse(item))).toMatchObject({ outcome: "refused" });
  service.responses.set("a", response("a", { reconciliation_status: "Rejected" }));
  await db().execute(sql`update reconciliation_reasons set who = 'other@example.test'`);
  expect(await run(reverse(item))).toMatchObject({
    outcome: "refused",
    message: "It was judged again since by other@example.test: that stays.",
  });
  expect(judged("a")).toBe("Rejected");
});
