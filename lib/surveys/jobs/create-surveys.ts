import "server-only";
import * as z from "zod";
import { sentSurveySchema } from "@/lib/contracts/interfaces/survey";
import type { NewSurveysInput } from "@/lib/contracts/ours/jobs";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { createSurvey, surveysLike } from "@/lib/gateway/write-survey";
import { digestOf } from "@/lib/http/digest";
import { type JobToStart, type Kind, newJob } from "@/lib/jobs/kind";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";

/** The title and a digest of the surveys: they tell a repeat of a request from another one. */
const inputSchema = z.object({ title: z.string(), surveys: z.string() });
type Input = z.output<typeof inputSchema>;
type Body = z.output<typeof sentSurveySchema>;
/** Surveys like it that were there before, and when that was looked at. */
const beforeSchema = z.object({ alike: z.array(z.string()), at: z.iso.datetime() });
type Before = z.output<typeof beforeSchema>;
const afterSchema = z.object({ id: z.string() });
type After = z.output<typeof afterSchema>;

/**
 * The same for every try of a step: our own service creates one survey for it, however often it is asked. It forgets
 * keys after a day.
 */
const keyOf = ({ jobId, key }: Pick<JobItemRow, "jobId" | "key">) => `${jobId}-${key}`;
const knowsKeys = ({ viewer }: SignedInContext) => connectionOf(viewer).demand.url === null;

/** Half of how long keys are kept: between looking and creating lies less. */
const KEY_IS_KEPT_MS = 12 * 60 * 60 * 1000;

/** Creating several surveys, a step each: copies of one for other countries and languages. None can be deleted again. */
export const createSurveys: Kind<Input, Body, Before, After> = {
  kind: "create surveys",
  permission: "surveys:write",
  stored: { input: inputSchema, step: sentSurveySchema, before: beforeSchema, after: afterSchema },

  step: async (context, item, begin) => {
    const body = item.input;
    // Whatever is like it already was not created by this step.
    const alike = (await surveysLike(context, body)).map(({ id }) => id);
    await begin({ alike, at: new Date().toISOString() }, `created as a ${body.status ?? "Draft"}`);
    const { survey } = await createSurvey(context, body, keyOf(item));
    return { id: survey.id };
  },

  settle: async (context, item, ended) => {
    const { before } = item;
    if (!before) return "not done";
    const isKeyKept = Date.now() - Date.parse(before.at) < KEY_IS_KEPT_MS;
    const isRepeated = ended === "killed" || ended === "failed";
    if (isRepeated && knowsKeys(context) && isKeyKept) return "not done";
    const created = (await surveysLike(context, item.input)).filter(({ id }) => !before.alike.includes(id));
    if (created.length === 1) return "done";
    // A service that answered, and our own after so long, is at work on it no more.
    const isOver = ended === "failed" || ended === "given up" || knowsKeys(context);
    return created.length === 0 && isOver ? "not done" : "unknown";
  },
};

/** The surveys as a job, a step each, named as they will be. */
export const newSurveysJob = async ({ title, surveys, request_id }: NewSurveysInput): Promise<JobToStart> =>
  newJob(createSurveys, {
    id: request_id,
    title,
    input: { title, surveys: await digestOf(surveys) },
    items: surveys.map((survey, at) => ({ key: String(at + 1), label: survey.name, input: survey })),
  });
