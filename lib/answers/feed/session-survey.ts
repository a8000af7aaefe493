import { columns } from "@/lib/answers/sessions/session-plan";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { FedResponse } from "./data-points";

/** The question that says which survey a completed session was in; its options' cells are the surveys' ids. */
export const isSessionSurvey = ({ id }: Pick<Question, "id">): boolean => id === columns.survey;

/** The survey of a response that is a completed session; null: it is none. */
export function surveyOfSession({ answers }: FedResponse, questions: ReadonlyMap<string, Question>): string | null {
  const code = answers.get(columns.survey);
  const option = questions.get(columns.survey)?.options.find((each) => each.code === code);
  const [cell] = option?.cells ?? [];
  return typeof cell === "string" ? cell : null;
}
