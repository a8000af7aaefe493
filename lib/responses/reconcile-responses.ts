import "server-only";
import * as z from "zod";
import { type ReconciliationStatus, reconciliationStatuses } from "@/lib/contracts/interfaces/demand";
import type { ReconciliationInput } from "@/lib/contracts/ours/responses";
import { jobItemStates } from "@/lib/contracts/terms/jobs";
import type { SignedInContext } from "@/lib/gateway/call";
import { beforeWrite } from "@/lib/gateway/errors";
import { requireSurvey } from "@/lib/gateway/surveys-by-id";
import { updateResponse } from "@/lib/gateway/write-response";
import { type JobToStart, type Kind, newJob, noted, StepEnded } from "@/lib/jobs/kind";
import { stepsIn } from "@/lib/jobs/stored-job";
import { db } from "@/lib/stores/postgres/client";
import { findReason, putReason, type ReasonRow } from "@/lib/stores/postgres/reconciliation-reasons";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/tables/csv";
import { decidedBy } from "./decided-by";
import { readReconciliation, restoring } from "./reconcile";
import { readResponse } from "./survey-responses";

const status = z.enum(reconciliationStatuses);

/** A reason as a step keeps it, its moment as text. */
const keptSchema = z.object({ status, reason: z.string(), who: z.string(), at: z.iso.datetime() });
type Kept = z.output<typeof keptSchema>;

/** What a step leaves behind: the judgement, and our reason for it. */
const leftSchema = z.object({ status, kept: keptSchema.nullable() });
type Left = z.output<typeof leftSchema>;

/** What a step found, and what it is about to leave. */
const foundSchema = z.object({ status: status.nullable(), kept: keptSchema.nullable() });
const beforeSchema = foundSchema.extend({ leaves: leftSchema });
type Before = z.output<typeof beforeSchema>;

/** Accepting or rejecting one response of a list, or putting back what a step found. */
const stepSchema = z.union([
  z.object({ surveyId: z.string(), status, reason: z.string(), contradicting: z.literal(true).optional() }),
  z.object({ surveyId: z.string(), back: foundSchema, from: leftSchema }),
]);
type Step = z.output<typeof stepSchema>;

const inputSchema = z.object({ survey_id: z.string().optional() });
type Input = z.output<typeof inputSchema>;

export const reconcileResponses: Kind<Input, Step, Before, Left> = {
  kind: "reconcile responses",
  permission: "surveys:write",
  stored: { input: inputSchema, step: stepSchema, before: beforeSchema, after: leftSchema },

  step: async (context, item, begin) => {
    const step = item.input;
    if ("contradicting" in step)
      throw new StepEnded("refused", "The list accepts it and rejects it: it was left as it is.");
    const { surveyId } = step;
    const response = await readResponse(context, surveyId, item.key);
    if (!response) throw new StepEnded("refused", "The survey has no response of this id.");
    const status = readReconciliation(response.reconciliation_status);
    const place = { connection: context.viewer.connection, surveyId, rdud: item.key };
    const kept = keptOf(await findReason(db(), place));
    const { leaves, words } =
      "back" in step ? judgeBack(step, { status, kept, ended: response.status }) : judge(step, status, context);
    await begin({ status, kept, leaves }, words);
    if (status !== leaves.status) {
      await updateResponse(context, { rdud: item.key, reconciliation_status: leaves.status });
    }
    // Kept again by whoever finds the step done: the same twice is the same once.
    await putReason(db(), place, rowOf(leaves.kept));
    return leaves;
  },

  settle: async (context, item) => {
    const { before } = item;
    if (!before) return "not done";
    const { surveyId } = item.input;
    const response = await readResponse(context, surveyId, item.key);
    if (!response) return "unknown";
    const status = readReconciliation(response.reconciliation_status);
    if (status === before.leaves.status) {
      const place = { connection: context.viewer.connection, surveyId, rdud: item.key };
      await putReason(db(), place, rowOf(before.leaves.kept));
      return "done";
    }
    return status === before.status ? "not done" : "unknown";
  },

  reverse: ({ key, label, input, before }) => {
    const { status, kept, leaves } = noted(before);
    return { key, label, input: { surveyId: input.surveyId, back: { status, kept }, from: leaves } };
  },

  resultFile: async ({ id, title, createdAt }) => {
    const items = await stepsIn(reconcileResponses, id, [...jobItemStates]);
    const rows = items.map(({ key, state, input: step, message }) => {
      const what = "back" in step ? "Undo" : step.status;
      return csvRow([key, state, what, "back" in step ? "" : step.reason, message]);
    });
    const content = BYTE_ORDER_MARK + csvRow(["id", "outcome", "what", "reason", "detail"]) + rows.join("");
    return { name: `${title} ${createdAt.toISOString().slice(0, 10)}.csv`, type: "text/csv; charset=utf-8", content };
  },
};

function judge(
  { status, reason }: { status: ReconciliationStatus; reason: string },
  present: ReconciliationStatus | null,
  { viewer }: SignedInContext,
): { leaves: Left; words: string } {
  if (present === status) throw new StepEnded("unchanged", `It is ${status.toLowerCase()} already.`);
  const kept = { status, reason, who: viewer.email, at: new Date().toISOString() };
  return {
    leaves: { status, kept },
    words: present === null ? `${status}.` : `${status}; it was ${present.toLowerCase()}.`,
  };
}

type Present = { status: ReconciliationStatus | null; kept: Kept | null; ended: string | null };

function judgeBack(
  { back, from }: Extract<Step, { back: unknown }>,
  present: Present,
): { leaves: Left; words: string } {
  if (present.status !== from.status || !isSameReason(present.kept, from.kept)) {
    const who = present.kept ? ` by ${present.kept.who}` : "";
    throw new StepEnded("refused", `It was judged again since${who}: that stays.`);
  }
  const restored = restoring(back.status, { status: present.ended });
  if ("refused" in restored) throw new StepEnded("refused", restored.refused);
  return { leaves: { status: restored.status, kept: back.kept }, words: restored.words };
}

const isSameReason = (one: Kept | null, other: Kept | null) =>
  one?.reason === other?.reason && one?.who === other?.who && one?.status === other?.status;

const keptOf = (row: ReasonRow | null): Kept | null => row && { ...row, at: row.at.toISOString() };
const rowOf = (kept: Kept | null): ReasonRow | null => kept && { ...kept, at: new Date(kept.at) };

/** A list as a job: a step a response. Those that the preview does not find are tried all the same, and say so. */
export async function reconciliationJob(
  context: SignedInContext,
  { survey_id, decisions }: ReconciliationInput,
): Promise<JobToStart> {
  const { survey } = await beforeWrite({ noun: "response", act: "change" }, requireSurvey(context, survey_id));
  const { byRdud } = await decidedBy(decisions);
  const items = [...byRdud].map(([rdud, { status, reason, contradicting }]) => {
    const step: Step = { surveyId: survey.id, status, reason, ...(contradicting && { contradicting }) };
    return { key: rdud, label: rdud, input: step };
  });
  const statuses = new Set([...byRdud.values()].map(({ status }) => status));
  const title = `${titleVerb(statuses)} ${many(items.length)} of ${survey.name || survey.id}`;
  return newJob(reconcileResponses, { title, input: { survey_id: survey.id }, items });
}

function titleVerb(statuses: ReadonlySet<ReconciliationStatus>): string {
  if (statuses.size > 1) return "Reconcile";
  return statuses.has("Accepted") ? "Accept" : "Reject";
}

const many = (count: number) => (count === 1 ? "1 response" : `${count.toLocaleString("en")} responses`);
