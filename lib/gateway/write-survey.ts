import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { JsonObject } from "@/lib/contracts/lenient";
import { holds } from "@/lib/contracts/rules/same-survey";
import { AppError } from "@/lib/http/problem";
import { audited } from "./audited";
import { call, type SignedInContext } from "./call";
import { getDefinitions } from "./demand-reads";
import { beforeWrite, ReplyLost, writeLost } from "./errors";
import { separateWrite } from "./join";
import { letCopyFollow } from "./survey-copy";
import { requireSurvey } from "./surveys-by-id";
import { rankOfWrite, writeDeadlines } from "./write-time";
import { type Body, prepare, type Written, written } from "./written-survey";

export { createSurvey, surveysLike } from "./create-survey";
export type { Written } from "./written-survey";

const CHANGE = { noun: "survey", act: "save" } as const;

/** Decides a change on the state just read: the members to send, or null for none. `revision` is that state's. */
type Decide = (present: Survey, revision: string) => Promise<Body | null>;

/** `anyState`: the change does not depend on the state that was read, and holds whatever came between. */
type Manner = { anyState?: boolean };

/**
 * Reads a survey, lets `decide` say what to change, and changes just that state. When the reply is lost the survey
 * is read back: it holds the change, or is as before (then the change is sent once more), or nothing can be said.
 * Null when there was nothing to change.
 */
export async function changeSurvey(
  context: SignedInContext,
  id: string,
  decide: Decide,
  { anyState = false }: Manner = {},
): Promise<Written | null> {
  const deadlines = writeDeadlines(context);
  return separateWrite(credentialOf(context.viewer), async () => {
    const reading = Promise.all([
      requireSurvey(context, id, { alone: true, deadline: deadlines.read, rank: rankOfWrite(context) }),
      getDefinitions(context), // which the change is spelled by; seldom a call
    ]);
    const [before] = await beforeWrite(CHANGE, reading);
    const present = before.revision;
    const body = await decide(before.survey, present);
    if (!body) return null;
    const { sent, wire } = await prepare(context, { ...body, id });
    const write = { action: "updateSurvey", thing: "surveys", thingId: id, accountId: null } as const;
    // Only a service whose tag is our revision understands ours; to any other it would be a stranger's.
    const headers: Record<string, string> =
      !anyState && before.etag === `"${present}"` ? { "if-match": before.etag } : {};
    const leaves = ({ survey }: Written) => survey;
    return audited(context, { ...write, before: before.survey, sent: wire, leaves }, async () => {
      const survey = await patch(context, { sent, wire, headers, before: present, deadlines });
      const outcome = await written(context, survey, deadlines.settle);
      await letCopyFollow(context, outcome.survey);
      return outcome;
    });
  });
}

/** Changes a survey, whose state must still be `revision` when one is given. */
export async function updateSurvey(
  context: SignedInContext,
  body: Body & { id: string },
  revision: string | null,
): Promise<Written> {
  const decide: Decide = async (_, present) => {
    if (revision !== null && revision !== present) throw changedMeanwhile();
    return body;
  };
  const outcome = await changeSurvey(context, body.id, decide, { anyState: revision === null });
  if (!outcome) throw new Error("A body that is given is sent.");
  return outcome;
}

type Patch = {
  sent: Partial<Survey>;
  wire: JsonObject;
  headers: Record<string, string>;
  /** Revision before the change. */
  before: string;
  deadlines: { send: number; settle: number };
};

async function patch(context: SignedInContext, change: Patch): Promise<Survey> {
  const { sent, wire, headers, before, deadlines } = change;
  const send = async (deadline: number) =>
    (await call(context, demand.updateSurvey, { body: wire, headers, deadline })).data;
  const readBack = async (): Promise<{ survey: Survey; untouched: boolean } | null> => {
    try {
      const now = await requireSurvey(context, String(wire.id), { alone: true, deadline: deadlines.settle });
      return { survey: now.survey, untouched: now.revision === before };
    } catch {
      return null;
    }
  };
  try {
    return await send(deadlines.send);
  } catch (lost) {
    if (!(lost instanceof ReplyLost)) throw lost;
    const now = await readBack();
    if (now && holds(sent, now.survey)) return now.survey;
    if (!now?.untouched || !mayRepeat(lost, sent)) throw unresolved(lost, now);
    return send(deadlines.settle).catch(async (again: unknown) => {
      // Whatever the repeat met, a refusal included: the first one may have arrived after all.
      const then = await readBack();
      if (then && holds(sent, then.survey)) return then.survey;
      throw again instanceof ReplyLost ? unresolved(lost.mayStillHappen ? lost : again, then) : again;
    });
  }
}

/** The same change twice is one change, except for a quota that is added: that must not come twice. */
const mayRepeat = (lost: ReplyLost, sent: Partial<Survey>) =>
  !(lost.mayStillHappen && sent.respondent_attributes?.some(({ quota_id }) => quota_id === null));

/** `now`: the survey as it was read back, null where it could not be. */
function unresolved(lost: ReplyLost, now: { untouched: boolean } | null): AppError {
  if (!now) return writeLost(lost, lost.neverArrived ? "none" : "unknown", CHANGE);
  if (!now.untouched) return writeLost(lost, "other", CHANGE);
  return writeLost(lost, lost.mayStillHappen ? "pending" : "none", CHANGE);
}

const changedMeanwhile = () =>
  new AppError("conflict", "This survey was changed since you opened it. Look at what changed, then save again.");
