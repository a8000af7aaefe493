/** Terms of the checks that people make, without a schema. */

export const checkKinds = ["search", "review"] as const;
export type CheckKind = (typeof checkKinds)[number];

/** What becomes of respondents while the fraud checks of an account do not answer. */
export const whenUnanswered = ["let in", "turn away"] as const;
export type WhenUnanswered = (typeof whenUnanswered)[number];

/** Where an account decided nothing: respondents who are turned away by a failure of ours are lost for good. */
export const USUALLY: WhenUnanswered = "let in";

/** So many of a person's sessions are shown, the newest. */
export const MOST_SESSIONS = 200;

/** Failures are counted over at most so many days at once. */
export const MOST_DAYS = 92;
