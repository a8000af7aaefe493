import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { type SurveyChange, startSurveyChange } from "@/lib/contracts/ours/jobs";
import * as gateway from "@/lib/gateway/call";
import type { Connection } from "@/lib/gateway/connections";
import * as surveyWrites from "@/lib/gateway/write-survey";
import { type AnyKind, StepEnded } from "@/lib/jobs/kind";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";
import * as softLaunches from "@/lib/stores/postgres/soft-launches";
import { isUndoable } from "@/lib/stores/postgres/undoable-steps";
import { withoutDatabase } from "@/lib/test-no-database";
import { changeSurveys, previewSurveyChange, surveyChangeJob } from "./change-surveys";

const service = { writes: 0, asked: [] as unknown[], url: "https://demand.test" as string | null, present: {} };
const surveyOf = (id: string): Survey => ({
  id,
  name: id,
  status: "Live",
  respondents: 10,
  length_of_interview: 10,
  incidence_rate: 50,
  offered_price_per_complete: 2,
  out_of_field_date: "2099-01-01 00:00:00",
  out_of_field_timezone: "Coordinated Universal Time",
  entry_link: "https://example.test/?rid=[%RID%]",
  respondent_attributes: [
    { quota_id: "q", quota_name: "Q", quota: 10, survey_starts: 0, survey_completes: 0, qualifications: [] },
  ],
});

/** The service has these, and gives at most as many at once. */
const list = { surveys: [] as (Survey | null)[], most: 500, ignoresPage: false, saysTotal: true, calls: 0 };
withoutDatabase();
beforeAll(() => {
  vi.spyOn(gateway, "connectionOf").mockImplementation(() => ({ demand: { url: service.url } }) as Connection);
  vi.spyOn(gateway, "call").mockImplementation(async (_, _operation, { query } = {}) => {
    const { ids, page: pageNumber = 1 } = query as { ids?: string[]; page?: number };
    list.calls += 1;
    if (list.calls > 100) throw new Error("It is read without end.");
    const found = list.surveys.filter((survey) => !survey || !ids || ids.includes(survey.id));
    const from = list.ignoresPage ? 0 : (pageNumber - 1) * list.most;
    const page = found.slice(from, from + list.most);
    const items = page.filter((survey) => survey !== null);
    const total = list.saysTotal ? found.length : null;
    return { data: { items, total, unreadable: page.length - items.length, as_of: null } } as never;
  });
  vi.spyOn(surveyWrites, "changeSurvey").mockImplementation(async (_, id, change) => {
    await change({ ...surveyOf(id), ...service.present }, "r");
    service.writes += 1;
    return { survey: surveyOf(id) } as surveyWrites.Written;
  });
  vi.spyOn(softLaunches, "surveysUnderWay").mockImplementation(async (_, asked) => {
    service.asked.push(asked);
    return new Set(["launched"]);
  });
});

const context = {
  viewer: { connection: "mine", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "job",
} as const satisfies gateway.SignedInContext;

const surveys = { ids: ["launched", "plain"] };
const kind: AnyKind = changeSurveys;
const REFUSED = "It has a soft launch: change its targets there.";

beforeEach(() => {
  service.writes = 0;
  service.asked = [];
  service.url = "https://demand.test";
  service.present = {};
  Object.assign(list, {
    surveys: [surveyOf("launched"), surveyOf("plain")],
    most: 500,
    ignoresPage: false,
    saysTotal: true,
    calls: 0,
  });
});

test("the preview refuses new targets of a survey under a soft launch, asking for all of them at once", async () => {
  const preview = await previewSurveyChange(context, { surveys, change: { quotas_by: 5 } });
  expect(preview).toMatchObject({ total: 2, changes: 1 });
  expect(preview.refused).toEqual([{ id: "launched", name: "launched", reason: REFUSED }]);
  expect(service.asked).toEqual([{ connection: "mine", surveyIds: ["launched", "plain"] }]);
  const price = await previewSurveyChange(context, { surveys, change: { offered_price_per_complete: 3 } });
  expect(price).toMatchObject({ changes: 2, refused: [], price: { below: 0 } });
  expect(preview.price).toBeNull();
  list.surveys = ["launched", "plain"].map((id) => ({ ...surveyOf(id), length_of_interview: 5, incidence_rate: 80 }));
  const low = await previewSurveyChange(context, { surveys, change: { offered_price_per_complete: 0.01 } });
  expect(low.price).toMatchObject({ below: 2, furthest: { floor: expect.any(Number) } });
});

test("the preview's cost has the new targets that a change sets with the price", async () => {
  const counted = { survey_starts: 0, survey_completes: 0 };
  list.surveys = [{ ...surveyOf("plain"), field_details: counted }];
  const change = { offered_price_per_complete: 5, quotas_percent: 100 };
  const { price } = await previewSurveyChange(context, { surveys, change });
  expect(price).toMatchObject({ completes_before: 10, completes: 20, cost_before: 20, cost_after: 100 });
});

test("the preview's cost leaves complete surveys out, unless the change takes them live", async () => {
  const field_details = { survey_starts: 0, survey_completes: 4 };
  list.surveys = [
    { ...surveyOf("launched"), field_details },
    { ...surveyOf("plain"), field_details, status: "Complete" },
  ];
  const change = { price_percent: 10 };
  expect((await previewSurveyChange(context, { surveys, change })).price).toMatchObject({ completes: 6, complete: 1 });
  const live = { ...change, status: "Live" };
  expect((await previewSurveyChange(context, { surveys, change: live })).price).toMatchObject({
    ...{ completes_before: 6, completes: 12, complete: 0 },
  });
});

async function step(key: string, input: { change: SurveyChange } | object): Promise<string> {
  const item = { key, label: key, input } as JobItemRow;
  try {
    await kind.step(context, item, async () => {}, { input: {}, personId: "p", mayGoOn: async () => true });
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

test("what a service rounds and writes in its own way is undone all the same; what somebody changed is not", async () => {
  const target = { out_of_field_date: "2099-01-01", offered_price_per_complete: 1.999 };
  const members = { out_of_field_date: "2098-01-01 00:00:00", offered_price_per_complete: 1 };
  const undo = (after: object | null) => {
    const item = { key: "plain", label: "plain", before: { revision: "r", target, members }, after } as JobItemRow;
    return step("plain", kind.reverse?.(item)?.input as object);
  };
  const read = { out_of_field_date: "2099-01-01 00:00:00", offered_price_per_complete: 2 };
  expect(await undo(read)).toBe("done");
  expect(await undo({ ...read, out_of_field_date: null })).toMatch(/^refused: It was changed since/);
  expect(await undo({ ...read, offered_price_per_complete: 3 })).toMatch(/^refused: It was changed since/);
  expect(await undo(null)).toMatch(/^refused: It was changed since/);
  expect(service.writes).toBe(1);
});

test("what cannot be undone is counted before and noted with the step, of which no undo is made", async () => {
  list.surveys = [surveyOf("plain"), { ...surveyOf("paused"), status: "Paused" }];
  const complete = { surveys: { ids: ["plain", "paused"] }, change: { status: "Complete" } };
  expect(await previewSurveyChange(context, complete)).toMatchObject({ changes: 2, irreversible: 0 });
  service.url = null;
  expect(await previewSurveyChange(context, complete)).toMatchObject({ changes: 2, irreversible: 1 });

  const begun: unknown[] = [];
  const work = { input: {}, personId: "p", mayGoOn: async () => true };
  for (const status of ["Draft", "Live"]) {
    service.present = { status };
    const item = { key: "plain", label: "plain", input: { change: { status: status === "Live" ? "Paused" : "Live" } } };
    await kind.step(context, item as JobItemRow, async (before) => void begun.push(before), work);
  }
  const noted = begun.map((before) => isUndoable({ state: "done", before }, kind.undoable));
  expect(noted).toEqual([false, true]);
});

const many = (count: number) => Array.from({ length: count }, (_, at) => surveyOf(`s${at}`));
const change = { offered_price_per_complete: 3 };

test("chosen surveys are found however few the service gives at once; only what it has not is missing", async () => {
  Object.assign(list, { surveys: many(400), most: 30 });
  const ids = [...many(400).map(({ id }) => id), "gone"];
  expect(await previewSurveyChange(context, { surveys: { ids }, change })).toMatchObject({
    total: 400,
    changes: 400,
    missing: ["gone"],
  });
  expect((await surveyChangeJob(context, { surveys: { ids }, change })).items).toHaveLength(400);
});

const all = { surveys: { filter: { statuses: ["Live"] } }, change };
const chosen = async () => (await previewSurveyChange(context, all)).ids.length;

test("all that a list finds is all of it: a small page, an element that cannot be read, pages that repeat", async () => {
  Object.assign(list, { surveys: many(800), most: 100 });
  expect(await chosen()).toBe(800);
  Object.assign(list, { surveys: [null, ...many(800)], most: 500, calls: 0 });
  expect(await chosen()).toBe(800);
  Object.assign(list, { surveys: many(800), ignoresPage: true, calls: 0 });
  expect(await chosen()).toBe(500);
});

test("more than a change may have are refused, whether or not the service says how many there are", async () => {
  Object.assign(list, { surveys: many(20_001) });
  const refusal = "The filter finds 20,001 surveys. Narrow it to 20,000 or fewer.";
  await expect(previewSurveyChange(context, all)).rejects.toThrow(refusal);
  expect(list.calls).toBe(1);
  list.saysTotal = false;
  await expect(previewSurveyChange(context, all)).rejects.toThrow(refusal);
});

test("what is started is what the preview said would change, whatever else could change by then", async () => {
  service.url = null;
  const closed = { ...surveyOf("closed"), status: "Paused", entry_link: "https://example.test/" };
  list.surveys = [closed, { ...surveyOf("paused"), status: "Paused" }, surveyOf("live")];
  const live = { surveys: { ids: ["closed", "paused", "live"] }, change: { status: "Live" } };
  const preview = await previewSurveyChange(context, live);
  expect(preview).toMatchObject({ total: 3, changes: 1, unchanged: 1, refused: [{ id: "closed" }] });
  expect(preview.ids).toEqual(["paused"]);
});

test("what is started is what the preview was about, whatever its filter finds by then", async () => {
  Object.assign(list, { surveys: many(3) });
  const { ids, total } = await previewSurveyChange(context, all);
  expect([ids, total]).toEqual([["s0", "s1", "s2"], 3]);
  list.surveys = many(5);
  const { title, items } = await surveyChangeJob(context, { surveys: { ids }, change });
  expect([title, items.map(({ key }) => key)]).toEqual(["Set the price of 3 surveys to $3.00", ids]);
  const byFilter = startSurveyChange.body.safeParse(all);
  expect(byFilter.error?.issues.map(({ message }) => message)).toEqual(["Survey ids are required."]);
});

test("values that no survey can take are refused by the preview as by the start, where the rules are our own", async () => {
  const unknown: SurveyChange[] = [
    { traffic_control_limit_type: "Medium" },
    { status: "Archived" },
    { out_of_field_date: "soon" },
    { out_of_field_timezone: "Atlantis" },
  ];
  for (const change of unknown) {
    const [name] = Object.keys(change);
    const refusal = { code: "invalid", fields: { [`change.${name}`]: expect.stringMatching(/^[A-Z].*\.$/) } };
    service.url = null;
    await expect(previewSurveyChange(context, { surveys, change })).rejects.toMatchObject(refusal);
    await expect(surveyChangeJob(context, { surveys, change })).rejects.toMatchObject(refusal);
    service.url = "https://demand.test";
    expect(await previewSurveyChange(context, { surveys, change })).toMatchObject({ changes: 2 });
  }
});

test("the preview refuses each survey in the words in which its step refuses it", async () => {
  service.url = null;
  service.present = { offered_price_per_complete: 60_000 };
  list.surveys = ["plain"].map((id) => ({ ...surveyOf(id), ...service.present }));
  for (const change of [{ price_percent: 100 }, { status: "Draft" }, { out_of_field_date: "2020-01-01" }]) {
    const { changes, refused } = await previewSurveyChange(context, { surveys: { ids: ["plain"] }, change });
    expect([changes, await step("plain", { change })]).toEqual([0, `refused: ${refused[0]?.reason}`]);
  }
});
