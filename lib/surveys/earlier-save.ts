import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { JsonObject } from "@/lib/contracts/lenient";
import { holds } from "@/lib/contracts/rules/same-survey";
import { draftFields, draftOf, type SurveyDraft, sameField } from "./draft";

/** How a survey came to differ from what an editor began with, as far as can be told. */
export type ChangeSince = {
  /** A save from here whose outcome was not known is there. */
  hasArrived: boolean;
  /** Something else changed. */
  isChangedOtherwise: boolean;
  /** What a merge begins with: what has arrived is not somebody else's change. */
  base: SurveyDraft;
};

type Compared = {
  /** What the editor began with, and the survey now, both as they are edited. */
  before: Survey;
  now: Survey;
  /** The survey now, as the service has it. */
  served: Survey;
  /** The body of the last save from here of which nobody knows how it ended; null: there is none. */
  sent: JsonObject | null;
};

export function changeSince({ before, now, served, sent }: Compared): ChangeSince {
  const [base, theirs] = [draftOf(before), draftOf(now)];
  const hasArrived = sent !== null && holds(sent as Partial<Survey>, served);
  const isMine = (field: string) => hasArrived && Object.hasOwn(sent, field);
  const isChangedOtherwise = draftFields.some((field) => !isMine(field) && !sameField(field, base, theirs));
  // New quotas have got their ids by now, which the merge itself finds out.
  const mine = draftFields.filter((field) => field !== "respondent_attributes" && isMine(field));
  return {
    hasArrived,
    isChangedOtherwise,
    base: { ...base, ...Object.fromEntries(mine.map((field) => [field, theirs[field]])) },
  };
}
