import "server-only";
import { createHmac } from "node:crypto";
import type { EntryFailure } from "@/lib/contracts/terms/fielding";
import { appSecret } from "@/lib/env";
import type { EntryAsk, EntryResult, PendingEntrant } from "./field-batch";
import { enterSurvey } from "./field-writer";

/**
 * Asks another service about someone who would enter, and says why they fail; null: they pass. It answers within the
 * time that a respondent waits, and never rejects.
 */
export type CheckElsewhere = (entrant: PendingEntrant) => Promise<EntryFailure | null>;

export type EnteredResult = Exclude<EntryResult, { kind: "check" }>;

/**
 * Enters a respondent. Where another service checks entrants (`check`), it is asked between two looks at the survey: the
 * first says whether there is anybody to check, and nothing is locked while it answers.
 */
export async function enterChecked(
  surveyId: string,
  ask: Omit<EntryAsk, "kind" | "elsewhere">,
  check: CheckElsewhere | null,
): Promise<EnteredResult> {
  const elsewhere = check && { sessionId: sessionIdOf(surveyId, ask), verdict: null };
  const first = await enterSurvey(surveyId, { ...ask, elsewhere });
  if (first.kind !== "check") return first;
  if (!check || !elsewhere) throw new Error("A check by another service was asked for where there is none.");
  const verdict = { failure: await check(first.entrant) };
  const second = await enterSurvey(surveyId, { ...ask, elsewhere: { ...elsewhere, verdict } });
  if (second.kind === "check") throw new Error("An entrant who was checked was to be checked again.");
  return second;
}

/**
 * The id of a session before it begins: the same however often its respondent comes meanwhile, and in any process, so
 * that the other service never takes them for a duplicate of themselves. Nobody can guess it.
 */
function sessionIdOf(surveyId: string, { supplier, respondent }: Pick<EntryAsk, "supplier" | "respondent">): string {
  const hash = createHmac("sha256", appSecret())
    .update(JSON.stringify(["session checked elsewhere", surveyId, supplier, respondent]))
    .digest();
  const [seventh = 0, ninth = 0] = [hash[6], hash[8]];
  // The version (8: made by a rule of ours) and variant that a UUID names.
  hash[6] = (seventh & 0x0f) | 0x80;
  hash[8] = (ninth & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
