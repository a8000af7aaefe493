import "server-only";
import type { InterfaceName } from "@/lib/contracts/interface-list";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { linksOf } from "@/lib/stores/postgres/survey-links";
import { beliefs, OWNERSHIP_MS } from "./believed";
import { type Account, connectionOf, type SignedInContext } from "./call";
import { ownAccount, ownAccounts } from "./own-account";
import { accountOfProject } from "./own-project";
import { surveysById } from "./surveys-by-id";

/** A survey that the viewer's own token shows them, its account, and what an interface's service calls it. */
export type OwnSurvey = {
  id: string;
  name: string;
  /** Null: the service names none. */
  projectId: string | null;
  account: Account;
  number: string;
};

/** A survey by its id, or by what the service of an interface calls it. */
type Called = { id: string } | { number: string };

/** The demand service's word that a survey is the viewer's. */
const believed = beliefs<Omit<OwnSurvey, "number">>("surveys", { forMs: OWNERSHIP_MS, most: 5000 });

const unknown = () => new AppError("not_found", "Survey could not be found.");

/**
 * The survey that an interface is asked about, proven to be the viewer's by the demand interface; another's is as
 * unknown as none. Our own services call surveys by their ids; for another service an admin's link says which survey
 * has which number, and a survey without a link is called by its id there too.
 */
export async function ownSurvey(context: SignedInContext, of: InterfaceName, called: Called): Promise<OwnSurvey> {
  const { id, number } = await identityOf(context, of, called);
  const isBuiltIn = connectionOf(context.viewer).demand.url === null;
  const survey = await (isBuiltIn
    ? provenSurvey(context, id)
    : believed.get(context, id, () => provenSurvey(context, id)));
  return { ...survey, number };
}

async function identityOf(
  { viewer }: SignedInContext,
  of: InterfaceName,
  called: Called,
): Promise<{ id: string; number: string }> {
  const connection = connectionOf(viewer);
  const text = "id" in called ? called.id : called.number;
  const links = connection[of].url === null ? [] : await linksOf(db(), connection.name, [text]);
  const ofSurvey = links.find(({ surveyId }) => surveyId === text);
  if ("id" in called) return { id: text, number: ofSurvey?.surveyNumber ?? text };
  const ofNumber = links.find(({ surveyNumber }) => surveyNumber === text);
  // The survey with this id has another number there, and this number is nobody's.
  if (!ofNumber && ofSurvey) throw unknown();
  return { id: ofNumber?.surveyId ?? text, number: text };
}

async function provenSurvey(context: SignedInContext, id: string): Promise<Omit<OwnSurvey, "number">> {
  const [found] = await surveysById(context, [id], { fields: ["name", "project_id"] });
  if (!found) throw unknown();
  const projectId = found.project_id ?? null;
  return { id, name: found.name ?? id, projectId, account: await accountOf(context, projectId) };
}

/** A survey belongs to its project's account; where it names no project, to the viewer's only account. */
async function accountOf(context: SignedInContext, projectId: string | null): Promise<Account> {
  if (projectId !== null) return accountOfProject(context, projectId);
  const [, another] = await ownAccounts(context);
  if (another) throw unknown();
  return ownAccount(context);
}
