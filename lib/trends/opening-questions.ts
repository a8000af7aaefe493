import type { Question } from "@/lib/contracts/interfaces/answers";

/** Questions that a project opens with, where the address names none. */
const MOST_OPENED = 6;

type Known = Pick<Question, "id" | "text" | "kind" | "options">;

/** What survey tools record beside the answers, as their columns are called. */
const RECORDED =
  /\b(duration|progress|latitude|longitude|lat|lon|lng|ip|zip|postal|postcode|finished|seconds|elapsed|timer|clicks?|page submit|resolution|weights?|row|index|respondent|response ?id|interview ?(length|time)|loi|length of interview|completion time|time (spent|taken)|version|batch|serial|id)\b/i;

/** `startTime` and `start_time` are words as “start time” is. */
const wordsOf = (text: string) => text.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_.()-]+/g, " ");

/** Numbers that a tool recorded, such as how long an interview took: no question has them as its options. */
const isRecorded = ({ id, text, kind, options }: Known): boolean =>
  kind === "numeric" && options.length === 0 && [id, text].some((each) => RECORDED.test(wordsOf(each)));

/**
 * The ids that a trend opens with: scales before numbers, and what a tool recorded only where there is nothing else.
 * Of a question that only the service knows, nothing but its id can be judged.
 */
export function openingQuestions(ids: readonly string[], known: readonly Known[]): string[] {
  const byId = new Map(known.map((question) => [question.id, question]));
  const rank = (id: string): number => {
    const question = byId.get(id) ?? { id, text: "", kind: "numeric", options: [] };
    if (isRecorded(question)) return 2;
    return question.options.length > 0 ? 0 : 1;
  };
  const substantive = ids.filter((id) => rank(id) < 2).toSorted((a, b) => rank(a) - rank(b));
  return (substantive.length > 0 ? substantive : ids).slice(0, MOST_OPENED);
}
