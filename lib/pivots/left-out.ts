import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import { questionsOfRequest } from "@/lib/contracts/rules/question-sources";
import { datePartOf, RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import { knownConditions } from "@/lib/tables/filter-words";
import { type PivotState, pivotParsers } from "./address";
import type { Field } from "./fields";
import { sortAmong } from "./layout";

type Known = {
  /** What the service offers; none while that is not known. */
  fields: readonly Field[];
  questions: readonly Question[];
  weights: readonly { id: string }[];
};

/** A state as it can be asked for, and what of it cannot: a sentence each. */
export type Offered = { state: PivotState; notices: string[] };

/**
 * A state without the questions and the weight that its project does not have: an address outlives what it names. The
 * same state where nothing is left out.
 */
export function leaveOut(state: PivotState, { fields, questions, weights }: Known): Offered {
  if (fields.length === 0) return { state, notices: [] };
  const isGone = goneFrom({ fields, questions });
  // What a service with questions of its own filters and weights by, it does not say.
  const isOurs = fields.every(({ kind }) => kind !== null);
  const filtering = knownConditions(state.filter, (id) => !isOurs || !isGone(id));
  const weight = isOurs && weights.every(({ id }) => id !== state.weight) ? state.weight : null;
  const dimensions = [...state.rows, ...state.columns].filter(isGone);
  const values = state.values.filter(({ questionId }) => questionId !== null && isGone(questionId));
  const parts = [...dimensions, ...values.flatMap(({ questionId }) => questionId ?? [])];
  if (parts.length + filtering.notices.length === 0 && weight === null) return { state, notices: [] };
  return {
    state: { ...without(state, isGone), filter: filtering.items, ...(weight !== null && { weight: null }) },
    notices: [
      ...new Set([
        ...parts.map((id) => `“${questionOf(id)}” is not a question of this project: it is left out.`),
        ...filtering.notices,
      ]),
      ...(weight === null ? [] : [`“${weight}” is not a weight of this project: the table is not weighted.`]),
    ],
  };
}

const goneFrom = ({ fields, questions }: Pick<Known, "fields" | "questions">) => {
  const ids = new Set([RESPONSE_TIME, ...fields.map(({ id }) => id), ...questions.map(({ id }) => id)]);
  return (dimension: string) => !ids.has(dimension) && !ids.has(questionOf(dimension));
};

/** That questions of a frozen table are gone, in a sentence; null: none is, or the project's are not known. */
export function goneText(asked: PivotRequest, known: Pick<Known, "fields" | "questions">): string | null {
  if (known.fields.length === 0) return null;
  const gone = [...new Set(questionsOfRequest(asked).filter(goneFrom(known)).map(questionOf))];
  if (gone.length === 0) return null;
  const names = new Intl.ListFormat("en").format(gone.map((id) => `“${id}”`));
  return `${names} ${gone.length === 1 ? "is" : "are"} no longer in this project. The recorded figures stay.`;
}

const questionOf = (dimension: string) => datePartOf(dimension)?.questionId ?? dimension;

function without(state: PivotState, isGone: (dimension: string) => boolean): PivotState {
  const isThere = (dimension: string) => !isGone(dimension);
  const left = state.values.filter(({ questionId }) => questionId === null || isThere(questionId));
  // A table shows at least one value.
  const values = left.length > 0 ? left : pivotParsers.values.defaultValue;
  return {
    ...state,
    rows: state.rows.filter(isThere),
    columns: state.columns.filter(isThere),
    values,
    ...sortAmong(state, values),
  };
}
