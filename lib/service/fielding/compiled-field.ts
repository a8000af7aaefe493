import "server-only";
import { pacingMultiplier } from "@/lib/contracts/rules/pacing";
import { processWide } from "@/lib/process-wide";
import type { Connection } from "@/lib/stores/postgres/client";
import { fieldQuotas, type LockedField } from "@/lib/stores/postgres/fielding";
import type { FieldRules } from "./decide";
import { indexQuotas, type QuotaIndex } from "./quota-index";

/** A survey's quotas, prepared for many respondents. */
export type CompiledField = {
  version: string;
  quotaIds: readonly string[];
  targets: readonly number[];
  positions: ReadonlyMap<string, number>;
  index: QuotaIndex;
};

const MOST_KEPT = 200;
const kept = () => processWide("fielding.quotas", () => new Map<string, CompiledField>());

/** The prepared quotas of a locked survey: read again only after the survey has changed, which its version tells. */
export async function compiledField(transaction: Connection, { id, version }: LockedField): Promise<CompiledField> {
  const present = kept().get(id);
  if (present?.version === version) return present;
  const quotas = await fieldQuotas(transaction, id);
  const compiled: CompiledField = {
    version,
    quotaIds: quotas.map((quota) => quota.id),
    targets: quotas.map(({ quota }) => quota),
    positions: new Map(quotas.map((quota, position) => [quota.id, position])),
    index: indexQuotas(quotas),
  };
  const [oldest] = kept().keys();
  if (kept().size >= MOST_KEPT && oldest !== undefined) kept().delete(oldest);
  kept().set(id, compiled);
  return compiled;
}

export const rulesOf = (field: LockedField): FieldRules => ({
  status: field.status,
  respondents: field.respondents,
  incidenceRate: field.incidence_rate,
  calculationType: field.calculation_type,
  devices: field.device_compatibilities,
  multiplier: pacingMultiplier(field.traffic_control_limit_type),
  outOfFieldAt: field.out_of_field_at.getTime(),
});
