import { beforeEach, expect, test, vi } from "vitest";
import type { SurveyChange } from "@/lib/contracts/jobs";
import type { Survey } from "@/lib/contracts/survey-codec";
import type { SignedInContext } from "@/lib/gateway/call";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";
import { changeSurveys, previewSurveyChange } from "./change-surveys";
import { StepEnded } from "./kind";

const service = { writes: 0, asked: [] as unknown[] };
const surveyOf = (id: string): Survey => ({
  id,
  name: id,
  status: "Live",
  respondents: 10,
  offered_price_per_complete: 2,
  out_of_field_date: "2099-01-01 00:00:00",
  out_of_field_timezone: "Coordinated Universal Time",
  entry_link: "https://example.test/?rid=[%RID%]",
  respondent_attributes: [
    { quota_id: "q", quota_name: "Q", quota: 10, survey_starts: 0, survey_completes: 0, qualifications: [] },
  ],
});

vi.mock("@/lib/gateway/call", () => ({ connectionOf: () => ({ demand: { url: "https://demand.test" } }) }));
vi.mock("@/lib/gateway/list-surveys", () => ({
  listSurveys: async () => ({ items: [surveyOf("launched"), surveyOf("plain")], total: 2 }),
}));
vi.mock("@/lib/gateway/write-survey", () => ({
  changeSurvey: async (_: unknown, id: string, change: (survey: Survey, revision: string) => Promise<unknown>) => {
    await change(surveyOf(id), "r");
    service.writes += 1;
    return { survey: surveyOf(id) };
  },
}));
vi.mock("@/lib/stores/postgres/soft-launches", () => ({
  surveysUnderWay: async (_: unknown, asked: { connection: string; surveyIds: string[] }) => {
    service.asked.push(asked);
    return new Set(["launched"]);
  },
}));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => null }));

const context = {
  viewer: { connection: "mine", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "job",
} as const satisfies SignedInContext;

const surveys = { ids: ["launched", "plain"] };
const REFUSED = "It has a soft launch: change its targets there.";

beforeEach(() => {
  service.writes = 0;
  service.asked = [];
});

test("the preview refuses new targets of a survey under a soft launch, asking for all of them at once", async () => {
  const preview = await previewSurveyChange(context, { surveys, change: { quotas_by: 5 } });
  expect(preview).toMatchObject({ total: 2, changes: 1 });
  expect(preview.refused).toEqual([{ id: "launched", name: "launched", reason: REFUSED }]);
  expect(service.asked).toEqual([{ connection: "mine", surveyIds: ["launched", "plain"] }]);
  const price = await previewSurveyChange(context, { surveys, change: { offered_price_per_complete: 3 } });
  expect(price).toMatchObject({ changes: 2, refused: [] });
});

async function step(key: string, input: { change: SurveyChange } | object): Promise<string> {
  const item = { key, label: key, input } as JobItemRow;
  try {
    await changeSurveys.step(context, item, async () => {}, { input: {}, personId: "p", mayGoOn: async () => true });
    return "done";
  } catch (error) {
    if (!(error instanceof StepEnded)) throw error;
    return `${error.state}: ${error.message}`;
  }
}

test("a step looks again, and undoing a change of targets is refused as well", async () => {
  expect(await step("launched", { change: { quotas_by: 5 } })).toBe(`refused: ${REFUSED}`);
  expect(await step("launched", { back: { quota_targets: { q: 5 } }, from: {} })).toBe(`refused: ${REFUSED}`);
  expect(service.writes).toBe(0);
  expect(await step("plain", { change: { quotas_by: 5 } })).toBe("done");
  expect(await step("launched", { change: { offered_price_per_complete: 3 } })).toBe("done");
  expect(service.writes).toBe(2);
});
