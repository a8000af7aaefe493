import { beforeAll, expect } from "vitest";
import type { ScoredRespondent } from "@/lib/contracts/interfaces/quality";
import { serve } from "@/lib/service/router";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { accounts } from "@/lib/stores/postgres/schema/accounts";

/** Enough that a test never meets the rate: each call takes the next key. */
const KEYS = 8;

/** The built-in quality service, called with keys of an account of the test file's own. */
export function withQualityAccount() {
  const account = { id: "", keys: [] as string[], calls: 0 };
  beforeAll(async () => {
    const [row] = await db().insert(accounts).values({ name: "Quality" }).returning();
    account.id = row?.id ?? "";
    const of = { connection: "built-in", accountId: account.id, accountName: "Quality", who: "a@b.test" };
    for (let made = 0; made < KEYS; made += 1) {
      const { text, ...stored } = newKey("quality");
      await insertKey(db(), { ...of, ...stored, interface: "quality", name: "Tests" });
      account.keys.push(text);
    }
  });

  async function post(path: string, body: object): Promise<{ status: number; json: Record<string, unknown> }> {
    account.calls += 1;
    const headers = { "content-type": "application/json", "api-key": account.keys[account.calls % KEYS] ?? "" };
    const request = new Request(`http://service${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const reply = await serve("quality", path, request);
    return { status: reply.status, json: JSON.parse(await reply.text()) };
  }

  async function good<T>(path: string, body: object): Promise<T> {
    const { status, json } = await post(path, body);
    expect(status, JSON.stringify(json)).toBe(200);
    return json.results as T;
  }

  return {
    ...{ account, post, good },
    add: (surveyName: string, respondentId: string, dataPoints: readonly object[], more: object = {}) =>
      good<ScoredRespondent>("/v3/addRespondent", { surveyName, respondentId, dataPoints, ...more }),
    get: (surveyName: string, respondentId: string) =>
      good<ScoredRespondent>("/v3/getRespondent", { surveyName, respondentId }),
    toggle: (surveyName: string, respondentIds: readonly string[], more: object = {}) =>
      good("/v3/updateRespondentsExcludedStatus", { surveyName, respondentIds, ...more }),
  };
}

export const newSurveyName = () => `Survey ${crypto.randomUUID()}`;

/** A data point of an open answer. */
export const openPoint = (answer: string, dataPointId = "o1") => ({
  ...{ qualityCheck: "OES", dataPointId, question: "Why?", answer },
});
