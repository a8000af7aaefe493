import type { Tone } from "@/lib/charts/colours";
import { optionTone } from "@/lib/charts/option-tones";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { missingOptions, validOptions } from "@/lib/contracts/rules/answer-cells";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { optionNames } from "@/lib/contracts/rules/option-names";
import { orderProblem, rankedCodes } from "@/lib/contracts/rules/option-order";
import { canBeBuckets, hasShares, titleOf } from "@/lib/contracts/rules/question-rules";
import { knownConditions } from "@/lib/tables/filter-words";

/** A line of a trend: the mean of a question or of several joined to one, or the share of chosen options. */
export type TrendLine = {
  id: string;
  title: string;
  /** The colour of the option that it is of; absent: it is of none, or of several. */
  tone?: Tone;
} & ({ kind: "question" } | { kind: "group"; questionIds: string[] } | { kind: "share"; share: ShareAsked });

export type QuestionChoice = { id: string; title: string };
type Named = Pick<Question, "id" | "text" | "kind" | "grid" | "options" | "missing" | "derivation" | "ranking">;

/** What a project has, as far as it is known. */
export type TrendProject = {
  /** Questions that have a mean, in their order. */
  choices: readonly QuestionChoice[];
  /** All questions of the answers that stand here; empty where another service has them. */
  questions: readonly Named[];
};

/** The questions that have a mean, in the project's order; those that only the service knows stand as their ids. */
export function choicesOf(ids: readonly string[], known: readonly Named[]): QuestionChoice[] {
  const wanted = new Set(ids);
  const named = known.filter(({ id }) => wanted.has(id)).map((each) => ({ id: each.id, title: titleOf(each) }));
  const found = new Set(named.map(({ id }) => id));
  return [...named, ...ids.filter((id) => !found.has(id)).map((id) => ({ id, title: id }))];
}

type Asked = { questions: readonly string[]; groups: Record<string, string[]>; shares: readonly ShareAsked[] };
type Read = { lines: TrendLine[]; notices: string[] };

/** The lines that an address asks for, and a sentence for each part of them that the project does not have. */
export function linesOf(asked: Asked, project: TrendProject): Read {
  const groups = groupLines(asked.groups, project);
  const grouped = new Set(groups.lines.flatMap((line) => (line.kind === "group" ? line.questionIds : [])));
  const alone = asked.questions.filter((id) => !grouped.has(id));
  const questions = questionLines([...new Set(alone)], project);
  const shares = shareLines(asked.shares, project);
  return {
    lines: [...groups.lines, ...questions.lines, ...shares.lines],
    notices: [...groups.notices, ...questions.notices, ...shares.notices],
  };
}

const titlesOf = ({ choices }: TrendProject) => new Map(choices.map(({ id, title }) => [id, title]));

function questionLines(ids: readonly string[], project: TrendProject): Read {
  const titles = titlesOf(project);
  return {
    lines: ids.flatMap((id): TrendLine[] => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ kind: "question", id, title }];
    }),
    notices: ids.filter((id) => !titles.has(id)).map((id) => `The question “${id}” has no trend in this project.`),
  };
}

function groupLines(groups: Record<string, string[]>, project: TrendProject): Read {
  const titles = titlesOf(project);
  const read = Object.entries(groups).map(([name, members]): Read => {
    // The interface adds the question that a group is named after.
    const wanted = [...new Set([...(titles.has(name) ? [name] : []), ...members])];
    const questionIds = wanted.filter((id) => titles.has(id));
    const gone = wanted.filter((id) => !titles.has(id));
    return {
      lines: questionIds.length > 0 ? [{ kind: "group", id: name, title: name, questionIds }] : [],
      notices: [
        ...gone.map((id) => `The question “${id}” of the joined line “${name}” has no trend in this project.`),
        ...(questionIds.length === 0 ? [`The joined line “${name}” has no question left. Join others.`] : []),
      ],
    };
  });
  return { lines: read.flatMap(({ lines }) => lines), notices: read.flatMap(({ notices }) => notices) };
}

/** The questions that a line is of. */
export function questionsOfLine(line: TrendLine): string[] {
  if (line.kind === "share") return [line.share.questionId];
  return line.kind === "group" ? line.questionIds : [line.id];
}

/** As the reply names it, whatever the order of the codes. */
export const shareId = ({ questionId, codes }: ShareAsked) =>
  `share ${JSON.stringify([questionId, ...codes.toSorted((a, b) => a - b)])}`;

function shareLines(shares: readonly ShareAsked[], { questions }: TrendProject): Read {
  const known = new Map(questions.map((question) => [question.id, question]));
  const read = shares.map((share): Read => {
    const question = known.get(share.questionId);
    if (question) return shareOf(share, question, questions);
    // Where another service has the answers, it judges what it has.
    if (questions.length === 0)
      return { lines: [shareLine(share, share.questionId, share.codes.join(", "))], notices: [] };
    const notice = `The question “${share.questionId}” is not in this project: its share is left out.`;
    return { lines: [], notices: [notice] };
  });
  // Two that are one once an unknown option is left out are asked for once.
  const lines = new Map(read.flatMap((each) => each.lines).map((line) => [line.id, line]));
  return { lines: [...lines.values()], notices: read.flatMap(({ notices }) => notices) };
}

const shareLine = (share: ShareAsked, question: string, options: string): TrendLine => ({
  kind: "share",
  id: shareId(share),
  title: `${question}: ${options}`,
  share,
});

function shareOf({ questionId, codes }: ShareAsked, question: Named, questions: readonly Named[]): Read {
  const title = titleOf(question);
  if (!hasShares(question)) {
    return { lines: [], notices: [`“${title}” has no options whose share could be counted: it is left out.`] };
  }
  const labels = optionNames(question.options);
  const missing = missingOptions(question);
  const there = [...new Set(codes)].filter((code) => labels.has(code));
  const kept = there.filter((code) => !missing.has(code));
  const gone = codes.filter((code) => !labels.has(code));
  const [only, ...others] = kept;
  const tone = only === undefined || others.length > 0 ? null : optionTone(questions, { questionId, code: only });
  const line = shareLine({ questionId, codes: kept }, title, labelsOf(kept, labels));
  return {
    lines: kept.length > 0 ? [{ ...line, ...(tone !== null && { tone }) }] : [],
    notices: [
      ...gone.map((code) => `“${title}” has no option with the code ${code}: it is left out of the share.`),
      ...there
        .filter((code) => missing.has(code))
        .map((code) => `“${labels.get(code)}” of “${title}” counts as no answer: it is left out of the share.`),
    ],
  };
}

const MOST_LABELS = 4;

function labelsOf(codes: readonly number[], labels: ReadonlyMap<number, string>): string {
  const names = codes.map((code) => labels.get(code) ?? String(code));
  const more = names.length - MOST_LABELS;
  return more > 1 ? `${names.slice(0, MOST_LABELS).join(", ")} and ${more} more` : names.join(", ");
}

type Buckets = { by: string | null; isOrdered: boolean; notices: string[] };

/**
 * The question whose options are the buckets, and why there is none where one is asked for. `isOrdered`: the buckets go
 * from one end of an order to the other, as those of time do; of what another service has that is not known.
 */
export function bucketsBy(by: string | null, { questions }: TrendProject): Buckets {
  if (by === null) return { by, isOrdered: true, notices: [] };
  if (questions.length === 0) return { by, isOrdered: false, notices: [] };
  const question = questions.find(({ id }) => id === by);
  if (question && canBeBuckets(question)) return { by, isOrdered: orderProblem(question) === null, notices: [] };
  const notice = question
    ? `“${titleOf(question)}” does not divide respondents into buckets: that takes a question of one answer with options. The buckets are of time.`
    : `The question “${by}” is not in this project: the buckets are of time.`;
  return { by: null, isOrdered: true, notices: [notice] };
}

type Weighting = { weight: string | null; notices: string[] };

/** What a trend is weighted by, and why by nothing where a weight is asked for. Null: another service has the weights. */
export function weightBy(weight: string | null, weights: readonly { id: string }[] | null): Weighting {
  if (weight === null || weights === null || weights.some(({ id }) => id === weight)) return { weight, notices: [] };
  return {
    weight: null,
    notices: [`The weight “${weight}” is not in this project: the figures are unweighted.`],
  };
}

/** The conditions of a filter that can be asked. Null: another service has the questions. */
export function conditionsBy(items: FilterItem[], questions: readonly Pick<Question, "id">[] | null) {
  if (questions === null) return { items, notices: [] };
  const ids = new Set(questions.map(({ id }) => id));
  return knownConditions(items, (id) => ids.has(id));
}

export type Preset = { name: string; codes: number[] };

const LEAST_BOXES = 3;

/** The usual boxes of an ordered question; none of one with fewer than three options. Null: it is not ordered. */
export function presetsOf(question: Pick<Question, "options" | "missing" | "derivation" | "ranking">): Preset[] | null {
  const codes = rankedCodes(question);
  if ((codes ?? validOptions(question)).length < LEAST_BOXES) return [];
  if (codes === null) return null;
  return [
    { name: "Top box", codes: codes.slice(-1) },
    { name: "Top 2", codes: codes.slice(-2) },
    { name: "Bottom 2", codes: codes.slice(0, 2) },
  ];
}
