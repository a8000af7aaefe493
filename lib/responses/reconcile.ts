import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import type {
  BeforeAndAfter,
  CostBeforeAndAfter,
  ReconciliationPreview,
  ReconciliationStatus,
  SomeResponses,
} from "@/lib/contracts/ours/responses";
import { roomProblems } from "@/lib/contracts/rules/survey-rules";
import { readResponseStatus } from "@/lib/contracts/terms/demand";
import type { DecidedList } from "./decided-by";

/** A reconciliation status as services write it, in any case. */
export function readReconciliation(text: string | null): ReconciliationStatus | null {
  const plain = text?.trim().toLowerCase();
  return plain === "accepted" ? "Accepted" : plain === "rejected" ? "Rejected" : null;
}

const isComplete = ({ status }: Pick<SurveyResponse, "status">) =>
  status !== null && readResponseStatus(status) === "complete";

type Judged = Pick<SurveyResponse, "status" | "reconciliation_status">;

/** Whether a response is in completes and cost: accepted, or complete and not rejected. */
export function isCounted(response: Judged): boolean {
  const judged = readReconciliation(response.reconciliation_status);
  return judged === "Accepted" || (isComplete(response) && judged !== "Rejected");
}

const cents = (price: number) => Math.round(price * 100);

const EXAMPLES = 100;
const some = (rduds: readonly string[]): SomeResponses => ({ total: rduds.length, rduds: rduds.slice(0, EXAMPLES) });

/** The survey's own figures; null where the service tells none. */
export type SurveyFigures = {
  completes: number | null;
  cost: number | null;
  quotas: readonly { id: string; name: string; completes: number | null }[];
  /** Of a live survey that its service sets Complete as soon as it is full; null: nothing is known of that. */
  room: Room | null;
};

/** Counted: completes, or starts, which no judgement changes. */
type Room = {
  byStarts: boolean;
  respondents: number;
  counted: number;
  quotas: readonly { id: string; quota: number; counted: number }[];
};

/** What a list changes, of the responses that it names and that exist. */
export function previewOf(
  { byRdud, repeated, contradicting }: DecidedList,
  responses: readonly SurveyResponse[],
  figures: SurveyFigures,
): ReconciliationPreview {
  const found = new Map(responses.map((response) => [response.rdud, response]));
  const sums: Sums = { completes: 0, cents: 0, quotas: new Map(), accepted: { completes: 0, quotas: new Map() } };
  const [unchanged, changed]: [string[], SurveyResponse[]] = [[], []];
  for (const [rdud, { status, contradicting: both }] of byRdud) {
    const response = found.get(rdud);
    if (!response || both) continue;
    if (readReconciliation(response.reconciliation_status) === status) {
      unchanged.push(rdud);
      continue;
    }
    changed.push(response);
    addChange(sums, response, status);
  }
  return {
    total: byRdud.size,
    changes: changed.length,
    missing: some([...byRdud.keys()].filter((rdud) => !found.has(rdud))),
    repeated: some(repeated),
    contradicting: some(contradicting),
    unchanged: some(unchanged),
    not_complete: some(changed.filter((response) => !isComplete(response)).map(({ rdud }) => rdud)),
    completes: moved(figures.completes, sums.completes),
    cost: movedCents(figures.cost, sums.cents),
    quotas: figures.quotas.flatMap(({ id, name, completes }) => {
      const change = sums.quotas.get(id) ?? 0;
      return change === 0 ? [] : [{ name, ...moved(completes, change) }];
    }),
    completes_survey: figures.room !== null && fills(sums.accepted, figures.room),
  };
}

/** Looked at without what is rejected: a list is not carried out in its order. */
function fills(accepted: Sums["accepted"], { byStarts, respondents, counted, quotas }: Room): boolean {
  if (accepted.completes === 0) return false;
  const more = (count: number) => (byStarts ? 0 : count);
  const room = {
    respondents,
    counted: counted + more(accepted.completes),
    quotas: quotas.map(({ id, quota, counted: before }) => ({
      quota,
      counted: before + more(accepted.quotas.get(id) ?? 0),
    })),
  };
  return Object.keys(roomProblems(room)).length > 0;
}

/** `cents` is null once a response without a price has moved: nobody knows what it costs. */
type Sums = {
  completes: number;
  cents: number | null;
  quotas: Map<string, number>;
  /** What is newly counted, without what is no longer. */
  accepted: { completes: number; quotas: Map<string, number> };
};

function addChange(sums: Sums, response: SurveyResponse, status: ReconciliationStatus): void {
  const after = { status: response.status, reconciliation_status: status };
  const change = Number(isCounted(after)) - Number(isCounted(response));
  if (change === 0) return;
  sums.completes += change;
  sums.cents =
    sums.cents === null || response.buyer_cpi === null ? null : sums.cents + change * cents(response.buyer_cpi);
  const quotas = new Set(response.quota_attributes);
  addTo(sums.quotas, quotas, change);
  if (change < 0) return;
  sums.accepted.completes += change;
  addTo(sums.accepted.quotas, quotas, change);
}

function addTo(sums: Map<string, number>, quotas: Iterable<string>, change: number): void {
  for (const quota of quotas) sums.set(quota, (sums.get(quota) ?? 0) + change);
}

const moved = (before: number | null, change: number): BeforeAndAfter => ({
  before,
  after: before === null ? null : before + change,
  change,
});

/** Dollars, added up in cents. */
const movedCents = (before: number | null, change: number | null): CostBeforeAndAfter => ({
  before,
  after: before === null || change === null ? null : (cents(before) + change) / 100,
  change: change === null ? null : change / 100,
});

/**
 * What puts back that a response was `was`, as far as counts and cost go. The interface takes no judgement back: one
 * that had none goes back to the judgement under which it counts as it did. One in progress has none such, since
 * accepted it counts already and rejected it never will.
 */
export function restoring(
  was: ReconciliationStatus | null,
  response: Pick<SurveyResponse, "status">,
): { status: ReconciliationStatus; words: string } | { refused: string } {
  if (was !== null) return { status: was, words: `${was} again.` };
  const status = response.status === null ? undefined : readResponseStatus(response.status);
  if (status === "complete") {
    return {
      status: "Accepted",
      words: "It had not been judged, which cannot be put back. Accepted, it counts and costs as it did.",
    };
  }
  if (status === undefined || status === "in progress") {
    return {
      refused:
        "It had not been judged and has not ended, so no judgement counts as none did. Judge it by hand when it has ended.",
    };
  }
  return {
    status: "Rejected",
    words: "It had not been judged, which cannot be put back. Rejected, it counts for nothing, as it did.",
  };
}
