import type { TrendRequest } from "@/lib/contracts/interfaces/analysis";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { hasMean } from "@/lib/contracts/rules/question-rules";
import { AppError } from "@/lib/http/problem";
import type { Series } from "@/lib/stores/clickhouse/trend";

type Asked = Pick<TrendRequest, "groups" | "questions">;

/**
 * The lines of a trend: each group as one, then every numeric and scale question that is in none, or, where questions
 * are named, those alone with the groups that have one of them. Unknown ids are refused.
 */
export function chosenSeries(questions: readonly Question[], { groups = {}, questions: named }: Asked): Series[] {
  const known = new Map(questions.map((question) => [question.id, question]));
  for (const id of [...(named ?? []), ...Object.values(groups).flat()]) {
    if (!known.has(id) && !Object.hasOwn(groups, id)) throw unknown(id);
  }
  const wanted = named && new Set(named);
  const grouped = Object.entries(groups).map(([id, members]) => ({
    id,
    questionIds: [...new Set([...(known.has(id) ? [id] : []), ...members])],
  }));
  const inGroups = new Set(grouped.flatMap(({ id, questionIds }) => [id, ...questionIds]));
  const alone = (wanted ? [...wanted] : questions.filter(hasMean).map(({ id }) => id)).filter(
    (id) => !inGroups.has(id),
  );
  return [
    ...grouped.filter(({ id, questionIds }) => !wanted || [id, ...questionIds].some((each) => wanted.has(each))),
    ...alone.map((id) => ({ id, questionIds: [id] })),
  ].filter(({ questionIds }) => questionIds.length > 0);
}

const unknown = (id: string) => new AppError("invalid", `This project has no question “${id}”.`);
