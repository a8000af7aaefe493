import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { withNames } from "@/lib/contracts/rules/option-names";
import { canBeBuckets, hasShares } from "@/lib/contracts/rules/question-rules";
import { invalid } from "@/lib/http/read-request";
import type { ShareSeries } from "@/lib/stores/clickhouse/share-sql";

/** The shares of a trend, in the order that they were asked. An unknown question or code, or one without options, is refused. */
export function chosenShares(questions: readonly Question[], asked: readonly ShareAsked[]): ShareSeries[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return asked.map(({ questionId, codes }) => {
    const question = byId.get(questionId) ?? unknown("shares", questionId);
    if (!hasShares(question)) {
      const kinds = "Ask for single, scale, multiple or derived questions.";
      throw invalid({ shares: `Question “${questionId}” has no options to take a share of. ${kinds}` });
    }
    const known = new Set(question.options.map(({ code }) => code));
    const other = codes.find((code) => !known.has(code));
    if (other === undefined) return { questionId, codes: [...new Set(codes)] };
    throw invalid({ shares: `Question “${questionId}” has no option with the code ${other}.` });
  });
}

/**
 * The options that are the buckets of a trend, by their names and in their order. Nobody is in one that counts as no answer. A question of
 * several answers, or without options, is refused.
 */
export function optionsOfBuckets(questions: readonly Question[], id: string): AnswerOption[] {
  const question = questions.find((each) => each.id === id) ?? unknown("by", id);
  if (canBeBuckets(question)) {
    const named = { ...question, options: withNames(question.options) };
    return validOptions(named).toSorted((one, other) => one.order - other.order);
  }
  const what = question.kind === "multiple" ? "has several answers" : "has no options";
  throw invalid({ by: `A trend cannot be by question “${id}”, which ${what}. Name a single or scale question.` });
}

function unknown(member: string, id: string): never {
  throw invalid({ [member]: `This project has no question “${id}”.` });
}
