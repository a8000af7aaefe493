import type { matchedOn } from "@/lib/contracts/interfaces/activation";
import type { CheckResult } from "@/lib/contracts/terms/fraud";
import { found, notChecked, nothingFound, together } from "./checked";

export type SharedIdentifier = (typeof matchedOn)[number];

/** An earlier session that shares something with the one that is searched for. */
export type Sharing = {
  /** Of the duplicate check; null: known to fielding alone. */
  record: number | null;
  surveyNumber: string;
  sessionId: string;
  recordedAt: Date;
  shared: readonly SharedIdentifier[];
};

/** How sure each identifier is to be of one person. */
const scores: Record<SharedIdentifier, number> = {
  Cookie: 95,
  Hashed_Email: 95,
  Panel_Id: 90,
  "IP_Address and User_Agent": 70,
};

const names: Record<SharedIdentifier, string> = {
  Cookie: "the cookie",
  Hashed_Email: "the e-mail",
  Panel_Id: "the panel id",
  "IP_Address and User_Agent": "address and browser",
};

/** Whether an identifier is of one person or device, and not of all that a household or an office has. */
export const isPersonal = (shared: SharedIdentifier): boolean => shared !== "IP_Address and User_Agent";

/**
 * Whether the respondent was in the survey, or its group, before: by the earliest session that shares most.
 *
 * Source: our rules; the identifiers are those of the duplicate check. Limits: a cookie is of a browser and not of a
 * person; people behind one address with the same browser look alike, so that this alone scores least; who clears
 * everything and comes by another panel is not found.
 *
 * @param sharing sessions of the survey, or of its group, oldest first
 */
export function scoreDuplicate(
  sharing: readonly Sharing[],
  hasIdentifier: boolean,
): { result: CheckResult; initialSession: string | null } {
  if (!hasIdentifier && sharing.length === 0) return { result: notChecked, initialSession: null };
  const [first] = sharing;
  if (!first) return { result: nothingFound, initialSession: null };
  const scored = sharing.map((session) => ({ session, score: together(session.shared.map((name) => scores[name])) }));
  const best = scored.reduce((best, each) => (each.score > best.score ? each : best));
  const shared = best.session.shared.map((name) => names[name]).join(", ");
  const more = sharing.length > 1 ? `, and with ${sharing.length - 1} more` : "";
  const evidence = `Shares ${shared} with session ${best.session.sessionId} of survey ${best.session.surveyNumber}${more}`;
  return { result: found(best.score, evidence), initialSession: first.sessionId };
}
