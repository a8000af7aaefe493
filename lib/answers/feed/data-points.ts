import type { Question } from "@/lib/contracts/interfaces/answers";
import type { VersionOperations } from "@/lib/contracts/interfaces/quality";
import type { BodyOf } from "@/lib/contracts/operation";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import { LEAST_OF_GRID, timeUnits } from "@/lib/contracts/terms/scoring-feed";

export type DataPoint = BodyOf<VersionOperations["addRespondent"]>["dataPoints"][number];

/** An answer as it is stored: codes of options, a number or a text. Null: none. */
type StoredAnswer = string | number | number[] | null;

/** What is read of a response to score it. */
export type FedResponse = {
  id: string;
  /** From when it was begun until it ended; null: not known. */
  durationMs: number | null;
  answers: ReadonlyMap<string, StoredAnswer>;
  /** Open questions that were put to the respondent, answered or not. */
  asked: ReadonlySet<string>;
};

const MOST_ANSWER = 20_000;
const MOST_QUESTION = 5000;
const MOST_DURATION_MS = 1_000_000_000;

/** The data points of a response; empty: it has nothing that could be scored. */
export function dataPointsOf(
  response: FedResponse,
  mapping: FeedMapping,
  questions: ReadonlyMap<string, Question>,
): DataPoint[] {
  const of = { response, mapping, questions };
  return [...openPoints(of), ...timePoints(of), ...gridPoints(of), ...interviewPoint(of)];
}

type Of = { response: FedResponse; mapping: FeedMapping; questions: ReadonlyMap<string, Question> };

const textOf = ({ id, text }: Question): string => (text || id).slice(0, MOST_QUESTION);

function openPoints({ response, mapping, questions }: Of): DataPoint[] {
  return mapping.open.flatMap((open): DataPoint[] => {
    const question = questions.get(open.question_id);
    if (!question || !response.asked.has(question.id)) return [];
    const answer = String(response.answers.get(question.id) ?? "").slice(0, MOST_ANSWER);
    return [
      {
        ...{ qualityCheck: "OES", dataPointId: question.id, question: textOf(question), answer },
        ...(open.keywords.length > 0 && { keywords: open.keywords }),
        ...(open.allowed_languages.length > 0 && { allowedLanguages: open.allowed_languages }),
        activateDuplicateDetection: open.finds_duplicates,
      },
    ];
  });
}

const RESPONSE_TIME = "response time";

function timePoints({ response, mapping }: Of): DataPoint[] {
  return mapping.times.flatMap(({ question_id: id, unit }): DataPoint[] => {
    const answer = id === null ? response.durationMs : response.answers.get(id);
    if (typeof answer !== "number") return [];
    const duration = id === null ? answer : answer * timeUnits[unit];
    if (duration < 0 || duration > MOST_DURATION_MS) return [];
    return [{ qualityCheck: "TS", dataPointId: id ?? RESPONSE_TIME, duration }];
  });
}

/** The place of each chosen option in its list: a pattern of places is what a straight line is seen in. */
function gridPoints({ response, mapping, questions }: Of): DataPoint[] {
  return mapping.grids.flatMap(({ name, question_ids }): DataPoint[] => {
    const pattern = question_ids.flatMap((id) => {
      const code = response.answers.get(id);
      const option = questions.get(id)?.options.find((each) => each.code === code);
      return option ? [option.order + 1] : [];
    });
    if (pattern.length < LEAST_OF_GRID) return [];
    return [{ qualityCheck: "GQS", dataPointId: name, gridAnswersPattern: pattern }];
  });
}

const INTERVIEW = "interview";

function interviewPoint({ response, mapping, questions }: Of): DataPoint[] {
  const interviewData = mapping.interview.flatMap((id) => {
    const question = questions.get(id);
    const answer = question && inWords(question, response.answers.get(id) ?? null);
    return question && answer !== null && answer !== undefined
      ? [{ questionId: id, question: textOf(question), answer }]
      : [];
  });
  return interviewData.length > 0 ? [{ qualityCheck: "CHS", dataPointId: INTERVIEW, interviewData }] : [];
}

/** Labels as respondents saw them, also where options share one: the service and its rules compare these words. */
function inWords({ options }: Question, answer: StoredAnswer): string | number | null {
  if (answer === null || typeof answer === "string") return answer;
  if (typeof answer === "number" && options.length === 0) return answer;
  const codes = typeof answer === "number" ? [answer] : answer;
  const labels = options.filter(({ code }) => codes.includes(code)).map(({ label }) => label);
  return labels.length > 0 ? labels.join(", ").slice(0, MOST_ANSWER) : null;
}

/** How much of each check a response has that answered everything: what the price is of. */
export function amountsOf({ open, times, grids, interview }: FeedMapping) {
  return {
    OESDataPoints: open.length,
    TSDataPoints: times.length,
    GQSAnswers: grids.reduce((sum, { question_ids: ids }) => sum + ids.length, 0),
    CHSAnswers: interview.length,
    BASDataPoints: 0,
  };
}
