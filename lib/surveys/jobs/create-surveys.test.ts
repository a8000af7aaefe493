import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { NewSurveysInput } from "@/lib/contracts/ours/jobs";
import * as gateway from "@/lib/gateway/call";
import type { Connection } from "@/lib/gateway/connections";
import * as surveyWrites from "@/lib/gateway/write-survey";
import type { AnyKind } from "@/lib/jobs/kind";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";
import { createSurveys, newSurveysJob } from "./create-surveys";

/** Surveys that hold what the step would create. */
const service = { url: null as string | null, like: [] as string[] };

beforeAll(() => {
  vi.spyOn(gateway, "connectionOf").mockImplementation(() => ({ demand: { url: service.url } }) as Connection);
  vi.spyOn(surveyWrites, "surveysLike").mockImplementation(async () => service.like.map((id) => ({ id })));
  vi.spyOn(surveyWrites, "createSurvey").mockResolvedValue({ survey: { id: "new" } } as surveyWrites.Written);
});

const kind: AnyKind = createSurveys;
const HOUR = 60 * 60 * 1000;
const context = { viewer: {} } as gateway.SignedInContext;
const itemBegun = (hoursAgo: number, alike: string[] = ["old"]) =>
  ({ input: {}, before: { alike, at: new Date(Date.now() - hoursAgo * HOUR).toISOString() } }) as JobItemRow;

beforeEach(() => Object.assign(service, { url: null, like: ["old"] }));

test.each([
  ["our own service still knows the key", null, 1, ["old", "new"], "killed", "not done"],
  ["our own service knows the key, but nobody asks again", null, 1, ["old", "new"], "given up", "done"],
  ["the same where it was cancelled", null, 1, ["old", "new"], "cancelled", "done"],
  ["it may have forgotten the key, and the survey is there", null, 13, ["old", "new"], "killed", "done"],
  ["it may have forgotten the key, and the survey is not there", null, 13, ["old"], "killed", "not done"],
  ["it may have forgotten the key, and two are there", null, 13, ["old", "a", "b"], "killed", "unknown"],
  ["another service has it", "https://x.example", 1, ["old", "new"], "killed", "done"],
  ["another service may still be at work on it", "https://x.example", 1, ["old"], "killed", "unknown"],
  ["another service answered that it was not created", "https://x.example", 1, ["old"], "failed", "not done"],
  ["another service did so at the last try", "https://x.example", 1, ["old"], "given up", "not done"],
] as const)("a creation that was begun: %s", async (_, url, hours, like, ended, outcome) => {
  Object.assign(service, { url, like });
  expect(await kind.settle(context, itemBegun(hours), ended, {})).toBe(outcome);
});

test("a creation notes what was like it before, and when it began", async () => {
  const begun: unknown[] = [];
  const item = { jobId: "j", key: "1", input: {} } as JobItemRow;
  await kind.step(context, item, async (before) => void begun.push(before), {
    input: {},
    personId: "p",
    mayGoOn: async () => true,
  });
  expect(begun).toEqual([{ alike: ["old"], at: expect.any(String) }]);
});

test("what is to be created tells one request from another of the same id, whatever their title", async () => {
  const surveys = [{ name: "DE" }, { name: "FR" }] as NewSurveysInput["surveys"];
  const { input } = await newSurveysJob({ title: "Copy", surveys });
  expect((await newSurveysJob({ title: "Copy", surveys: [...surveys] })).input).toEqual(input);
  expect((await newSurveysJob({ title: "Copy", surveys: surveys.slice(0, 1) })).input).not.toEqual(input);
});
