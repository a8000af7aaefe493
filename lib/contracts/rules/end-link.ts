import type { Outcome } from "../terms/fielding";

/** What a supplier's end link may name, and what stands there afterwards. */
export type EndLinkValues = { RESPONDENT: string; RID: string; OUTCOME: Outcome; REASON: string };

/** Placeholders of an end link, as its form explains them. */
export const endLinkPlaceholders: Record<keyof EndLinkValues, string> = {
  RESPONDENT: "the supplier's own id of the respondent",
  RID: "the session id",
  OUTCOME: "the outcome, such as standard_termination",
  REASON: "why, such as quota_full",
};

/** An end link with its placeholders filled in percent-encoded; all other characters stay as they are. */
export const fillEndLinkPlaceholders = (link: string, values: EndLinkValues): string =>
  link.replace(/\[%(RESPONDENT|RID|OUTCOME|REASON)%\]/g, (_, name: keyof EndLinkValues) =>
    encodeURIComponent(values[name]),
  );
