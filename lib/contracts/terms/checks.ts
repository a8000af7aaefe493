/** Terms of the checks that people make, without a schema. */

export const checkKinds = ["search", "review"] as const;
export type CheckKind = (typeof checkKinds)[number];

/** What becomes of respondents while the fraud checks of an account do not answer. */
export const whenUnanswered = ["let in", "turn away"] as const;
export type WhenUnanswered = (typeof whenUnanswered)[number];

/** Where an account decided nothing: respondents who are turned away by a failure of ours are lost for good. */
export const USUALLY: WhenUnanswered = "let in";

/** Who asked for the check of a respondent who entered a survey, beside the people who check some. */
export const AT_ENTRY = "the check at entry";

/** So many of a person's sessions are shown, the newest. */
export const MOST_SESSIONS = 200;

/** Over so many days checks at entry that were not answered are counted. */
export const UNANSWERED_DAYS = 30;

/** Failures are counted over at most so many days at once. */
export const MOST_DAYS = 92;
