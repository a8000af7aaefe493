import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import type { KeptReason } from "@/lib/contracts/ours/responses";
import type { TableColumn } from "@/lib/tables/column";
import { readReconciliation } from "./reconcile";

/** A response with why it was accepted or rejected, where that was done here. */
export type ResponseRow = SurveyResponse & { kept: KeptReason | null };

/** Reasons belong to the judgement that they were given for: one that came by another way since has none. */
export function withReasons(responses: readonly SurveyResponse[], reasons: readonly KeptReason[]): ResponseRow[] {
  const byRdud = new Map(reasons.map((kept) => [kept.rdud, kept]));
  return responses.map((response) => {
    const kept = byRdud.get(response.rdud);
    const holds = kept?.status === readReconciliation(response.reconciliation_status);
    return { ...response, kept: kept && holds ? kept : null };
  });
}

/** As other statuses are written: "complete" as "Complete". */
export const statusName = (status: string | null): string =>
  status ? status.charAt(0).toUpperCase() + status.slice(1) : "";

/** Minutes from start to end; null while it has not ended. */
function minutesOf({ started_at, ended_at }: SurveyResponse): number | null {
  const minutes = (Date.parse(ended_at ?? "") - Date.parse(started_at ?? "")) / 60_000;
  return Number.isFinite(minutes) ? minutes : null;
}

/** Columns of a survey's responses. `quotaNames`: quota id to name. */
export const responseTable = (quotaNames: ReadonlyMap<string, string>): TableColumn<ResponseRow>[] => [
  { id: "rdud", header: "Response", kind: "text", value: ({ rdud }) => rdud },
  {
    id: "status",
    header: "Status",
    kind: "text",
    value: ({ status }) => status,
    text: ({ status }) => statusName(status),
  },
  {
    id: "reconciliation",
    header: "Reconciliation",
    kind: "text",
    value: ({ reconciliation_status: status }) => readReconciliation(status) ?? status,
  },
  { id: "reason", of: "reconciliation", header: "Reason", kind: "text", value: ({ kept }) => kept?.reason },
  { id: "who", of: "reconciliation", header: "Reconciled by", kind: "text", value: ({ kept }) => kept?.who },
  { id: "reconciled_at", of: "reconciliation", header: "Reconciled", kind: "instant", value: ({ kept }) => kept?.at },
  { id: "price", header: "Price", kind: "usd", value: ({ buyer_cpi }) => buyer_cpi },
  { id: "started", header: "Started", kind: "instant", value: ({ started_at }) => started_at },
  { id: "ended", header: "Ended", kind: "instant", value: ({ ended_at }) => ended_at },
  { id: "duration", header: "Minutes", kind: "tenths", value: minutesOf },
  {
    id: "quotas",
    header: "Quotas",
    kind: "text",
    value: ({ quota_attributes }) => quota_attributes.map((id) => quotaNames.get(id) ?? id).join(", "),
  },
];
