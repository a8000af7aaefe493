import * as demand from "@/lib/contracts/interfaces/demand";
import { encodeSurvey, flattenBody } from "@/lib/contracts/interfaces/survey-codec";
import { isObject, writeList } from "@/lib/contracts/lenient";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { createSurvey, updateSurvey, type Written } from "@/lib/gateway/write-survey";
import { keyIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.listSurveys,
  handle: async ({ context, input }) => {
    const { revision, ...page } = await listSurveys(context, input.query);
    const body = writeList("surveys", page, (survey) => encodeSurvey(survey, "flat"));
    return { body, ...(revision && { headers: { etag: `"${revision}"` } }) };
  },
});

export const POST = route({
  operation: demand.createSurvey,
  handle: async ({ context, input, headers }) => written(await createSurvey(context, flat(input.raw), keyIn(headers))),
});

export const PATCH = route({
  operation: demand.updateSurvey,
  handle: async ({ context, input, headers }) => {
    const tag = headers.get("if-match")?.trim() ?? "*";
    const revision = tag === "*" ? null : tag.replace(/^(W\/)?"|"$/g, "");
    return written(await updateSurvey(context, { ...flat(input.raw), id: input.body.id }, revision));
  },
});

export const DELETE = refuse("GET, POST, PATCH", "Survey objects cannot be deleted.");
export const PUT = refuse("GET, POST, PATCH");

const flat = (raw: unknown) => flattenBody(isObject(raw) ? raw : {}).flat;

const written = ({ survey, revision }: Written) => ({
  body: encodeSurvey(survey, "flat"),
  headers: { etag: `"${revision}"` },
});
