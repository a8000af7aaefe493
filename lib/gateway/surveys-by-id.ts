import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyRevision } from "@/lib/contracts/rules/revision";
import { AppError } from "@/lib/http/problem";
import { isOneId, readByIds } from "@/lib/http/read-by-ids";
import { type Ask, call, connectionOf, type SignedInContext } from "./call";
import { roomOf } from "./room";

type Manner = Pick<Ask<typeof demand.listSurveys>, "alone" | "deadline" | "rank">;

/**
 * The viewer's surveys of these ids, in their order; those that are gone, or not his to see, are left out. `fields`:
 * only these members; the whole surveys when absent.
 */
export const surveysById = (
  context: SignedInContext,
  ids: readonly string[],
  { fields, ...manner }: Manner & { fields?: string[] } = {},
): Promise<Survey[]> =>
  readByIds(ids, roomOf(connectionOf(context.viewer)), async (asked) => {
    const query = { ...asked, ...(fields && { fields }) };
    return (await call(context, demand.listSurveys, { ...manner, query })).data;
  });

/** A whole survey as a service shows it to the viewer, the revision of its state, and the service's tag for that. */
type Present = { survey: Survey; revision: string; etag: string | null };

/** The survey of an id as it is now; null when there is none that the viewer sees. */
export async function findSurvey(context: SignedInContext, id: string, manner: Manner = {}): Promise<Present | null> {
  if (!isOneId(id)) return null;
  const { data, etag } = await call(context, demand.listSurveys, { ...manner, query: { ids: [id] } });
  const survey = data.items.find((one) => one.id === id);
  return survey ? { survey, revision: await surveyRevision(survey), etag } : null;
}

/** The survey of an id, which must be there for the viewer: what is ours about one is only for those who see it. */
export async function requireSurvey(context: SignedInContext, id: string, manner: Manner = {}): Promise<Present> {
  const found = await findSurvey(context, id, manner);
  if (!found) throw new AppError("not_found", "Survey could not be found.");
  return found;
}
