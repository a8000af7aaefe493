import "server-only";
import * as demand from "@/lib/contracts/demand";
import type { Page } from "@/lib/contracts/lenient";
import type { QueryOf } from "@/lib/contracts/operation";
import { surveyRevision } from "@/lib/contracts/revision";
import type { Survey } from "@/lib/contracts/survey-codec";
import { call, type SignedInContext } from "./call";

/** Surveys of the viewer's connection, and the revision when exactly one whole survey was asked for and found. */
export async function listSurveys(
  context: SignedInContext,
  query: QueryOf<typeof demand.listSurveys>,
): Promise<Page<Survey> & { revision?: string }> {
  const { data } = await call(context, demand.listSurveys, { query });
  const [only] = data.items;
  if (!only || query.ids?.length !== 1 || query.fields) return data;
  return { ...data, revision: await surveyRevision(only) };
}
