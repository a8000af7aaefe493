import "server-only";
import { jobItemStates } from "@/lib/contracts/jobs";
import type { ReconciliationInput, ReconciliationStatus } from "@/lib/contracts/responses";
import type { SignedInContext } from "@/lib/gateway/call";
import { requireSurvey } from "@/lib/gateway/surveys-by-id";
import { updateResponse } from "@/lib/gateway/write-response";
import { decidedBy, readReconciliation, restoring } from "@/lib/responses/reconcile";
import { readResponse } from "@/lib/responses/survey-responses";
import { db } from "@/lib/stores/postgres/client";
import { itemsIn } from "@/lib/stores/postgres/jobs";
import { findReason, putReason, type ReasonRow } from "@/lib/stores/postgres/reconciliation-reasons";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/tables/csv";
import { type Kind, type NewWork, StepEnded } from "./kind";

/** A reason as a step keeps it, its moment as text. */
type Kept = Omit<ReasonRow, "at"> & { at: string };

/** Accepting or rejecting one response of a list, or putting back what a step found. */
type Step = { surveyId: string } & (
  | { status: ReconciliationStatus; reason: string; contradicting?: true }
  | { back: { status: ReconciliationStatus | null; kept: Kept | null }; from: Left }
);
/** What a step leaves behind: the judgement, and our reason for it. */
type Left = { status: ReconciliationStatus; kept: Kept | null };
/** What a step found, and what it is about to leave. */
type Before = { status: ReconciliationStatus | null; kept: Kept | null; leaves: Left };

export const reconcileResponses: Kind = {
  kind: "reconcile responses",
  permission: "surveys:write",

  step: async (context, item, begin) => {
    const step = item.input as Step;
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
    await begin({ status, kept, leaves } satisfies Before, words);
    if (status !== leaves.status) {
      await updateResponse(context, { rdud: item.key, reconciliation_status: leaves.status });
    }
    // Kept again by whoever finds the step done: the same twice is the same once.
    await putReason(db(), place, rowOf(leaves.kept));
    return leaves;
  },

  settle: async (context, item) => {
    const before = item.before as Before | null;
    if (!before) return "not done";
    const { surveyId } = item.input as Step;
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

  reverse: (item) => {
    const { status, kept, leaves } = item.before as Before;
    const { surveyId } = item.input as Step;
    return {
      key: item.key,
      label: item.label,
      input: { surveyId, back: { status, kept }, from: leaves } satisfies Step,
    };
  },

  resultFile: async ({ id, title, createdAt }) => {
    const items = await itemsIn(db(), id, [...jobItemStates]);
    const rows = items.map(({ key, state, input, message }) => {
      const step = input as Step;
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

/** A list as work: a step a response. Those that the preview does not find are tried all the same, and say so. */
export async function reconciliationWork(
  context: SignedInContext,
  { survey_id, decisions }: ReconciliationInput,
): Promise<NewWork> {
  const { survey } = await requireSurvey(context, survey_id);
  const { byRdud } = decidedBy(decisions);
  const items = [...byRdud].map(([rdud, { status, reason, contradicting }]) => {
    const step: Step = { surveyId: survey.id, status, reason, ...(contradicting && { contradicting }) };
    return { key: rdud, label: rdud, input: step };
  });
  const statuses = new Set([...byRdud.values()].map(({ status }) => status));
  const title = `${titleVerb(statuses)} ${many(items.length)} of ${survey.name || survey.id}`;
  return { kind: reconcileResponses.kind, title, input: { survey_id: survey.id }, items };
}

function titleVerb(statuses: ReadonlySet<ReconciliationStatus>): string {
  if (statuses.size > 1) return "Reconcile";
  return statuses.has("Accepted") ? "Accept" : "Reject";
}

const many = (count: number) => (count === 1 ? "1 response" : `${count.toLocaleString("en")} responses`);
