import "server-only";
import * as z from "zod";
import { canMatchTheSame, type Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { storedSelectorsSchema } from "@/lib/contracts/interfaces/selector-schemas";
import type { ActivationInput } from "@/lib/contracts/ours/duplicates";
import {
  type ActivationType,
  activationTypes,
  builtInRoutes,
  isActivating,
  MOST_RECORDS,
  opposite,
} from "@/lib/contracts/terms/activation";
import { activate, countActivation, isExtended } from "@/lib/gateway/activation";
import { type Account, connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { beforeWrite, ReplyLost } from "@/lib/gateway/errors";
import { ownAccount } from "@/lib/gateway/own-account";
import { digestOf } from "@/lib/http/digest";
import { AppError } from "@/lib/http/problem";
import {
  type Begin,
  JobStopped,
  type JobToStart,
  type Kind,
  newJob,
  StepEnded,
  StepHalted,
  type StepRow,
} from "@/lib/jobs/kind";
import { EVERYTHING } from "@/lib/stores/postgres/opposed-jobs";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { ACTIVATION_KIND, PERSONAL_GONE, undoableActivationSteps } from "./history";
import { knownSurveys } from "./resolve";
import { reversalInWords } from "./words";

/** What every step of one job shares. `forgotten`: personal selectors, removed after a time. */
const workSchema = z.object({
  account_id: z.string(),
  type: z.enum(activationTypes),
  route: z.string(),
  /** Beside the survey number of each step. */
  selectors: storedSelectorsSchema.omit({ Survey_Number: true }),
  /** Digest of the survey numbers: tells this request from another one of the same id. */
  numbers: z.string().optional(),
  forgotten: z.boolean().optional(),
  /** The other client's call that it reverses. */
  reverses: z.string().optional(),
});
export type ActivationWork = z.output<typeof workSchema>;

/** One survey number, or none where only other selectors were given. `changes`: only what those changed. */
const stepSchema = z.object({ survey_number: z.string().nullable(), changes: z.array(z.string()).optional() });
type Step = z.output<typeof stepSchema>;

/**
 * How far a step is. `records` counts what the service said, `calls` how many it took; `calling`: one is under way, or
 * its reply was lost.
 */
const leftSchema = z.object({
  records: z.number(),
  calls: z.number(),
  changes: z.array(z.string()),
  calling: z.boolean().optional(),
});
type Left = z.output<typeof leftSchema>;
type Item = StepRow<Step, Left, Left>;

/** A service that says nothing of more is asked so often for one survey, and then left. */
const MOST_CALLS = 100;
/** Our own tells truly when nothing is left; this only ends what nobody meant. */
const MOST_OWN_CALLS = 100_000;
/** Beyond the calls for what there was to change when a step began: sessions are recorded meanwhile. */
const SPARE_CALLS = 10;

const leftOf = ({ before, after }: Pick<Item, "before" | "after">): Left =>
  after ?? before ?? { records: 0, calls: 0, changes: [] };

/**
 * Switching the duplicate check for one survey number after the other, each in calls of at most 500 records until one
 * processes fewer. What was done is written down before every call, and a step that is taken up again goes on from
 * there. Every call has a key of its own: after a crash our own service answers it as it did the first time, so that
 * what is counted and can be reversed is exact; of another service the same call again is merely safe.
 */
export const changeActivation: Kind<ActivationWork, Step, Left, Left> = {
  kind: ACTIVATION_KIND,
  permission: "duplicates:act",
  stored: { input: workSchema, step: stepSchema, before: leftSchema, after: leftSchema },
  goesOn: true,

  step: async (context, item, begin, job) => {
    const work = job.input;
    refuseForgotten(context, work, item);
    const account = await ownAccount(context, work.account_id);
    let left = leftOf({ before: item.before, after: null });
    const most = await mostCalls({ context, account, work, item, at: left.calls });
    let isOver = false;
    while (!isOver && left.calls < most) {
      if (!(await job.mayGoOn())) {
        await begin({ ...left, calling: left.calling ?? false }, `${many(left.records)} so far.`);
        throw new StepHalted();
      }
      const processed = await callNoted({ context, account, work, item, at: left.calls }, left, begin);
      left = after(left, processed);
      isOver = processed.records < MOST_RECORDS;
    }
    await begin(left, outcome(context, { work, item, left, isOver }));
    if (left.records === 0 && left.changes.length === 0) throw new StepEnded("unchanged", nothing(work, item));
    return left;
  },

  opposes: ({ account_id, route, type, selectors }) => ({
    has: { account_id, route, type: opposite(type) },
    meets: (other) => canMatchTheSame(selectors, other.selectors),
  }),

  // Work that was cancelled ends with what it did; a call that may have happened is answered for by making it again.
  settle: async (context, item, ended, work) => {
    let left = leftOf(item);
    // Ours answers a repeated call as it did the first time, so that trying again tells; another one may not.
    if (ended === "given up" && left.calling && !isExtended(context)) return { unknown: repeatIt(work) };
    if (ended !== "cancelled") return "not done";
    if (left.calling && isExtended(context)) {
      const account = await ownAccount(context, work.account_id);
      left = after(left, await callOnce({ context, account, work, item, at: left.calls }));
    }
    if (left.records === 0 && !left.calling) return "not done";
    return { left, words: `${outcome(context, { work, item, left, isOver: true })} Then it was cancelled.` };
  },

  undoing: (context, readInput) => {
    const { type, forgotten } = readInput();
    const isExact = isExtended(context);
    if (forgotten && !isExact) return { refused: PERSONAL_GONE };
    const says = reversalInWords({ type, records: null }, isExact, formatFor(usualSettings));
    return { question: { title: "Undo this?", says, confirm: "Undo it" } };
  },

  undoable: undoableActivationSteps,

  reverse: (item) => {
    const { survey_number } = item.input;
    const { changes } = leftOf(item);
    return { key: item.key, label: item.label, input: { survey_number, changes } };
  },

  // Changes name the records themselves: what is personal is then copied nowhere.
  reverseInput: ({ reverses: _, ...work }, steps) => {
    const named = steps.every(({ input }) => (input.changes ?? []).length > 0);
    const selectors = named ? {} : work.selectors;
    return { ...work, selectors, type: opposite(work.type) };
  },
};

const after = (left: Left, { records, change }: { records: number; change: string | null }): Left => ({
  records: left.records + records,
  calls: left.calls + 1,
  changes: change === null ? left.changes : [...left.changes, change],
});

const GONE =
  "The personal identifiers that this named are not kept any longer. Without them it would switch more than was meant: start it anew.";

/** What lost its selectors would match more; changes alone still name exactly what they changed. */
function refuseForgotten(context: SignedInContext, { forgotten }: ActivationWork, item: Item): void {
  const { changes } = item.input;
  if (forgotten && !(isExtended(context) && changes?.length)) throw new StepEnded("refused", GONE);
}

type OneCall = { context: SignedInContext; account: Account; work: ActivationWork; item: Item; at: number };

const isByChange = (context: SignedInContext, item: Item) =>
  isExtended(context) && (item.input.changes ?? []).length > 0;

function selectorsOf({ context, work, item }: Pick<OneCall, "context" | "work" | "item">): Selectors {
  const { survey_number } = item.input;
  return {
    ...(!isByChange(context, item) && work.selectors),
    ...(survey_number !== null && { Survey_Number: [survey_number] }),
  };
}

/**
 * How many calls a step may come to from here on. Who switches the same records back all the while leaves always
 * more to change: a step ends when it has changed as many as there were when it began. A change is reversed only
 * where nobody has switched since, which ends by itself.
 */
async function mostCalls({ context, account, work, item, at }: OneCall): Promise<number> {
  if (!isExtended(context)) return MOST_CALLS;
  if (isByChange(context, item)) return MOST_OWN_CALLS;
  const { type, route } = work;
  const selectors = selectorsOf({ context, work, item });
  try {
    const counted = await untilTurn(() => countActivation({ context, account }, { type, route, selectors }));
    return at + Math.ceil(counted.To_Change / MOST_RECORDS) + SPARE_CALLS;
  } catch (error) {
    // More than can be counted, or counted in time, are changed all the same, 500 after the other.
    const isUncounted = error instanceof AppError && (error.code === "invalid" || error.code === "unavailable");
    if (isUncounted) return MOST_OWN_CALLS;
    throw error;
  }
}

async function callOnce({ context, account, work, item, at }: OneCall) {
  const { changes } = item.input;
  const selectors = selectorsOf({ context, work, item });
  const { type, route } = work;
  const key = `${item.jobId}:${item.position}:${at}`;
  const named = isByChange(context, item) && { changes };
  const call = () => activate({ context, account }, { type, route, selectors, ...named, key });
  const { records, change, message } = await untilTurn(call);
  if (records !== null) return { records, change };
  const { title } = connectionOf(context.viewer);
  throw new JobStopped(
    `${title} does not say how many records it processed (“${message.slice(0, 100)}”), so that it cannot be known whether any are left. The rest waits: look there before going on.`,
  );
}

/** A call that is written down before it is made, until it is known how it ended. */
async function callNoted(call: OneCall, left: Left, begin: Begin<Left>) {
  const words = `${many(left.records)} so far.`;
  await begin({ ...left, calling: true }, words);
  try {
    return await callOnce(call);
  } catch (error) {
    // An earlier one whose reply was lost stays as it is.
    if (hasNotHappened(error)) await begin({ ...left, calling: left.calling ?? false }, words);
    throw error;
  }
}

const hasNotHappened = (error: unknown) =>
  error instanceof ReplyLost ? error.neverArrived : error instanceof AppError && error.code !== "uncertain";

const repeatIt = ({ type }: ActivationWork) =>
  `It is not known whether the last call took effect. Start it again for this one: what is ${did(type)} already stays so.`;

const MOST_TRIES = 5;

/**
 * A service that asks to wait has done nothing, and the same call again waits its turn: begun anew, the step would
 * forget what its earlier calls counted.
 */
async function untilTurn<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AppError && error.code === "busy") || tries === MOST_TRIES) throw error;
    }
  }
}

const many = (records: number) => (records === 1 ? "1 record" : `${records.toLocaleString("en")} records`);
const did = (type: ActivationType) => (isActivating(type) ? "activated" : "deactivated");

function nothing({ type }: ActivationWork, item: Item): string {
  const isReversing = item.input.changes !== undefined;
  if (isReversing) return "Nothing is left as that change made it: it was changed since.";
  return `Nothing to change: every matching record is ${did(type)} already.`;
}

type Outcome = { work: ActivationWork; item: Item; left: Left; isOver: boolean };

function outcome(context: SignedInContext, { work, item, left, isOver }: Outcome): string {
  const isExact = isExtended(context) || item.attempts === 1;
  const counted = `${isExact ? "" : "At least "}${many(left.records)} ${did(work.type)}`;
  const calls = left.calls > 1 ? `, in ${left.calls.toLocaleString("en")} calls` : "";
  if (isOver) return `${counted}${calls}.`;
  if (isExtended(context)) return `${counted}${calls}, and left there${SWITCHED_BACK}`;
  return `${counted}${calls}, and left there: ${connectionOf(context.viewer).title} still reported ${MOST_RECORDS} each time. Start it again for the rest.`;
}

const SWITCHED_BACK =
  ", because more came, or somebody switches them back: there were fewer when it began. Look at the history for who, then start it again.";

/** Other services may have routes of their own; ours has these, and work of another one would fail at every step. */
function refuseUnknownRoute(context: SignedInContext, route: string): void {
  if (!isExtended(context) || builtInRoutes.some((name) => name === route)) return;
  const sentence = `Route must be ${builtInRoutes.join(" or ")}.`;
  throw new AppError("invalid", sentence, { fields: { Route: sentence } });
}

/** What was asked for as a job: a step a survey. Numbers that the account has not are left out, as the preview says. */
export async function activationJob(context: SignedInContext, input: ActivationInput): Promise<JobToStart> {
  const reading = ownAccount(context, input.account_id);
  const account = await beforeWrite({ noun: "duplicate check", act: "change" }, reading);
  refuseUnknownRoute(context, input.Route);
  const { Survey_Number: numbers, ...selectors } = input.selectors;
  const work: ActivationWork = {
    account_id: account.id,
    type: input.Type,
    route: input.Route,
    selectors,
    ...(numbers && { numbers: await digestOf(numbers) }),
  };
  const verb = isActivating(input.Type) ? "Activate" : "Deactivate";
  const request = { id: input.request_id, input: work };
  if (!numbers) {
    return newJob(changeActivation, {
      ...request,
      title: `${verb} matching records`,
      items: [{ key: EVERYTHING, label: "Matching records", input: { survey_number: null } }],
    });
  }
  const { surveys } = await knownSurveys(context, account, numbers);
  const [first] = surveys;
  if (!first) throw new AppError("not_found", "None of these surveys could be found.");
  const items = surveys.map(({ survey_number, name }) => ({
    key: survey_number,
    label: name ?? survey_number,
    input: { survey_number },
  }));
  const what =
    surveys.length === 1 ? (first.name ?? first.survey_number) : `${surveys.length.toLocaleString("en")} surveys`;
  return newJob(changeActivation, { ...request, title: `${verb} ${what} in the duplicate check`, items });
}
