import { fillEndLinkPlaceholders } from "@/lib/contracts/rules/end-link";
import type { Outcome, Reason } from "@/lib/contracts/terms/fielding";

const exampleReasons: Record<Outcome, Reason> = {
  complete: "complete",
  standard_termination: "not_qualified",
  quality_termination: "client",
  security_termination: "duplicate",
  overquota_termination: "quota_full",
};

/**
 * The address that an example respondent of an outcome would be sent to, without a hash, whose key only the server
 * knows; null: the supplier has no link for it.
 */
export function exampleLink(links: Partial<Record<Outcome, string>>, outcome: Outcome): string | null {
  const link = links[outcome]?.trim();
  if (!link) return null;
  return fillEndLinkPlaceholders(link, {
    RESPONDENT: "example respondent",
    RID: "example-session",
    OUTCOME: outcome,
    REASON: exampleReasons[outcome],
  });
}

/** Where the hash of a signed link stands in the example. */
export const exampleHash = (filled: string, parameter: string): string =>
  `${filled.includes("?") ? "&" : "?"}${parameter}=…`;
