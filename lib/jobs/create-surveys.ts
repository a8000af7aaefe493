import "server-only";
import type { NewSurveysInput } from "@/lib/contracts/jobs";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { createSurvey, surveysLike } from "@/lib/gateway/write-survey";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";
import { digestOf } from "./digest";
import type { Kind, NewWork } from "./kind";

/** Creating several surveys, a step each: copies of one for other countries and languages. */
type Body = NewSurveysInput["surveys"][number];
type Before = { alike: string[]; at: string };

/**
 * The same for every try of a step: our own service creates one survey for it, however often it is asked. It forgets
 * keys after a day.
 */
const keyOf = ({ jobId, key }: JobItemRow) => `${jobId}-${key}`;
const knowsKeys = ({ viewer }: SignedInContext) => connectionOf(viewer).demand.url === null;

/** Half of how long keys are kept: between looking and creating lies less. */
const KEY_IS_KEPT_MS = 12 * 60 * 60 * 1000;

export const createSurveys: Kind = {
  kind: "create surveys",
  permission: "surveys:write",

  step: async (context, item, begin) => {
    const body = item.input as Body;
    // Whatever is like it already was not created by this step.
    const alike = (await surveysLike(context, body)).map(({ id }) => id);
    await begin({ alike, at: new Date().toISOString() } satisfies Before, `created as a ${body.status ?? "Draft"}`);
    const { survey } = await createSurvey(context, body, keyOf(item));
    return { id: survey.id };
  },

  settle: async (context, item, ended) => {
    const before = item.before as Before | null;
    if (!before) return "not done";
    const isKeyKept = Date.now() - Date.parse(before.at) < KEY_IS_KEPT_MS;
    const isRepeated = ended === "killed" || ended === "failed";
    if (isRepeated && knowsKeys(context) && isKeyKept) return "not done";
    const created = (await surveysLike(context, item.input as Body)).filter(({ id }) => !before.alike.includes(id));
    if (created.length === 1) return "done";
    // A service that answered, and our own after so long, is at work on it no more.
    const isOver = ended === "failed" || ended === "given up" || knowsKeys(context);
    return created.length === 0 && isOver ? "not done" : "unknown";
  },

  // A survey cannot be deleted.
  reverse: null,
};

/** The surveys as work, a step each, named as they will be. */
export const newSurveysWork = ({ title, surveys, request_id }: NewSurveysInput): NewWork => ({
  id: request_id,
  kind: createSurveys.kind,
  title,
  input: { title, surveys: digestOf(surveys) },
  items: surveys.map((survey, at) => ({ key: String(at + 1), label: survey.name, input: survey })),
});
