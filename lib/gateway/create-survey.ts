import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { credentialOf } from "@/lib/contracts/context";
import * as demand from "@/lib/contracts/interfaces/demand";
import { decodeSurveyPart, type Survey } from "@/lib/contracts/interfaces/survey-codec";
import { holds } from "@/lib/contracts/rules/same-survey";
import { readEverything } from "@/lib/http/every-page";
import { AppError } from "@/lib/http/problem";
import type { Rank } from "@/lib/stores/postgres/rate-limits";
import { audited } from "./audited";
import { call, readDeadline, type SignedInContext } from "./call";
import { beforeWrite, ReplyLost, writeLost } from "./errors";
import { separateWrite } from "./join";
import { onceByKey } from "./once-by-key";
import { letCopyFollow } from "./survey-copy";
import { requireSurvey, surveysById } from "./surveys-by-id";
import { rankOfWrite, repeatsByKey, writeDeadlines } from "./write-time";
import { type Body, prepare, type Written, written } from "./written-survey";

const LOOK_AGAIN_MS = 1000;
const CREATION = { noun: "survey", act: "create" } as const;

/**
 * Creates a survey. When the reply is lost the project is read again: a survey that was not there before and holds
 * what was sent is the one. Without any it was not created, unless the service may still be at work on it.
 * `key`: the same for a repeat of the same creation, which is then answered with what the first one made.
 */
export const createSurvey = (context: SignedInContext, body: Body, key?: string): Promise<Written> =>
  onceByKey(context, {
    ...{ operation: demand.createSurvey.name, key, body, noun: "survey" },
    create: (onSend) => create(context, body, { key, onSend }),
    idOf: ({ survey }) => survey.id,
    read: (id) => requireSurvey(context, id, { alone: true }),
  });

async function create(
  context: SignedInContext,
  body: Body,
  { key = crypto.randomUUID(), onSend }: { key: string | undefined; onSend: () => void },
): Promise<Written> {
  const reading = Promise.all([
    prepare(context, body),
    repeatsByKey(context) ? null : idsInProject(context, decodeSurveyPart(body).project_id, beforeSending(context)),
  ]);
  const [{ sent, wire }, inProject] = await beforeWrite(CREATION, reading);
  const write = { action: "createSurvey", thing: "surveys", thingId: null, accountId: null, sent: wire } as const;
  const headers = { "idempotency-key": key };
  const send = async (deadline: number) =>
    (await call(context, demand.createSurvey, { body: wire, headers, deadline })).data;
  const resolve: Resolve = inProject
    ? lookingInProject(context, sent, new Set(inProject))
    : (_, deadline) => send(deadline);
  return separateWrite(credentialOf(context.viewer), () =>
    audited(context, { ...write, leaves: ({ survey }) => survey }, async () => {
      // Not before: what was read first has a time of its own, and takes none from the write.
      const deadlines = writeDeadlines(context);
      onSend();
      const survey = await send(deadlines.send).catch((error: unknown) => {
        if (error instanceof ReplyLost) return settle(error, resolve, deadlines.settle);
        throw error;
      });
      const outcome = await written(context, survey, deadlines.settle);
      await letCopyFollow(context, outcome.survey);
      return outcome;
    }),
  );
}

/** Surveys of a project that have the name of one to be created and hold all that it would be created with. */
export async function surveysLike(context: SignedInContext, body: Body): Promise<Survey[]> {
  const { sent } = await prepare(context, body);
  const inProject = { project_ids: [sent.project_id ?? ""], fields: ["id", "name"] };
  const named = await readEverything(
    async (paging) =>
      (await call(context, demand.listSurveys, { query: { ...inProject, ...paging }, alone: true })).data,
  );
  const ids = named.filter(({ name }) => name?.trim() === sent.name?.trim()).map(({ id }) => id);
  return (await surveysById(context, ids, { alone: true })).filter((survey) => holds(sent, survey));
}

/** Finds out by a deadline what became of a creation: the survey, or null when it is certain not to be there. */
type Resolve = (lost: ReplyLost, deadline: number) => Promise<Survey | null>;

async function settle(lost: ReplyLost, resolve: Resolve, deadline: number): Promise<Survey> {
  const survey = await resolve(lost, deadline).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "uncertain") throw error;
    throw writeLost(lost, lost.neverArrived ? "none" : "unknown", CREATION);
  });
  if (survey) return survey;
  throw writeLost(lost, "none", CREATION);
}

type Manner = { deadline: number; rank?: Rank };

/** How what a creation has to know first is read. */
const beforeSending = (context: SignedInContext): Manner => ({
  deadline: readDeadline(context),
  rank: rankOfWrite(context),
});

async function idsInProject(
  context: SignedInContext,
  projectId: string | null | undefined,
  manner: Manner,
): Promise<string[]> {
  const query = { project_ids: [projectId ?? ""], fields: ["id"] };
  const found = await readEverything(
    async (paging) =>
      (await call(context, demand.listSurveys, { query: { ...query, ...paging }, alone: true, ...manner })).data,
  );
  return found.map(({ id }) => id);
}

/** Looks for what has come since the project held no more than `before`. */
function lookingInProject(context: SignedInContext, sent: Partial<Survey>, before: ReadonlySet<string>): Resolve {
  const look = async (deadline: number): Promise<Survey[]> => {
    const ids = (await idsInProject(context, sent.project_id, { deadline })).filter((id) => !before.has(id));
    return surveysById(context, ids, { alone: true, deadline });
  };
  return async (lost, deadline) => {
    let added = await look(deadline);
    if (added.length === 0 && lost.mayStillHappen && Date.now() + LOOK_AGAIN_MS < deadline) {
      await sleep(LOOK_AGAIN_MS);
      added = await look(deadline);
    }
    const created = added.find((survey) => holds(sent, survey));
    if (created) return created;
    // Not the same in every member, but of this name: the service may have changed what it was sent.
    const similar = added.some(({ name }) => name == null || name.trim() === sent.name?.trim());
    if (similar) throw writeLost(lost, "other", CREATION);
    if (lost.mayStillHappen) throw writeLost(lost, "pending", CREATION);
    return null;
  };
}
