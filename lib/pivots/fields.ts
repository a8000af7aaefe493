import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotSpecs } from "@/lib/contracts/interfaces/pivot";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { aggregations, datePartOf, RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import { aggregationOf, type OfNumbers, ofNumbers } from "./values";

/** Something that a table can be made of. */
export type Field = {
  /** A question's, or that of the response's own time. */
  id: string;
  title: string;
  /** The grid that it is a part of, and its own words there. */
  grid: Question["grid"];
  part: string;
  /** Null: the service names it, and nothing more is known of it here. */
  kind: QuestionKind | "time" | null;
  /** What it puts into rows or columns: itself, a part of its date, or nothing. */
  dimension: "itself" | "date" | null;
  /** What its numbers can be shown as. */
  numbers: OfNumbers[];
};

/** The fields that a service offers, in the project's order; those that only the service knows after them. */
export function fieldsOf({ dimensions, measures }: PivotSpecs, questions: readonly Question[]): Field[] {
  const known = new Map(questions.map((each) => [each.id, each]));
  const own = new Set<string>();
  const dates = new Set<string>();
  for (const id of dimensions) {
    const part = known.has(id) ? null : datePartOf(id);
    if (part) dates.add(part.questionId);
    else own.add(id);
  }
  const types = new Map<string, Set<number>>();
  for (const { questionId, aggregationType } of measures) {
    if (questionId === undefined) continue;
    types.set(questionId, (types.get(questionId) ?? new Set()).add(aggregationType));
  }
  const named = new Set([...own, ...dates, ...types.keys()]);
  const inOrder = [...questions.map(({ id }) => id).filter((id) => named.has(id)), ...named];
  return [...new Set(inOrder)].map((id): Field => {
    const question = known.get(id);
    return {
      id,
      title: id === RESPONSE_TIME ? "Time of the response" : question ? titleOf(question) : id,
      grid: question?.grid ?? null,
      part: question?.text || id,
      kind: id === RESPONSE_TIME ? "time" : (question?.kind ?? null),
      dimension: own.has(id) ? "itself" : dates.has(id) ? "date" : null,
      numbers: numbersOf(types.get(id)),
    };
  });
}

/** Where a mean is offered, so is the deviation around it, which specifications do not name. */
function numbersOf(types: ReadonlySet<number> = new Set()): OfNumbers[] {
  return ofNumbers.filter((show) => types.has(show === "deviation" ? aggregations.average : aggregationOf[show]));
}

/** The fields that a text finds, by title or id. */
export function findFields(fields: readonly Field[], text: string): Field[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [...fields];
  return fields.filter(({ id, title }) => `${title} ${id}`.toLowerCase().includes(wanted));
}

/** Why a field cannot be put into rows or columns; null: it can. */
export function dimensionRefusal({ dimension, kind }: Field): string | null {
  if (dimension !== null) return null;
  return kind === "numeric"
    ? "Its answers are numbers, without options to make rows or columns of. Put it into values, or make bands of it."
    : "It has no options to make rows or columns of.";
}

/** What another question can be made of its answers as: nets of options, bands of numbers, or nothing. */
export function derivesAs({ kind, dimension, numbers }: Field): "nets" | "bands" | null {
  if (kind === "numeric") return numbers.length > 0 ? "bands" : null;
  const hasOptions = dimension === "itself" && (kind === "single" || kind === "multiple" || kind === "scale");
  return hasOptions ? "nets" : null;
}

/** Why it cannot be put into values; null: it can. */
export const valueRefusal = ({ numbers }: Field): string | null =>
  numbers.length > 0 ? null : "It has no numbers. Put it into rows or columns to see its counts and percentages.";

/** The field behind a dimension, and its words: "Since: month". */
export function dimensionTitle(fields: readonly Field[], dimension: string): string {
  const own = fields.find(({ id }) => id === dimension);
  if (own) return own.title;
  const part = datePartOf(dimension);
  if (!part) return dimension;
  const title = fields.find(({ id }) => id === part.questionId)?.title ?? part.questionId;
  return `${title}: ${part.part}`;
}

/** Whether respondents could give several answers to one of these dimensions. */
export const takesSeveral = (dimensions: readonly string[], questions: readonly Question[]): boolean =>
  questions.some(({ id, kind }) => kind === "multiple" && dimensions.includes(id));

/** Questions to choose columns from; also chosen ones that the project no longer has, so that they can be removed. */
export function columnChoices(fields: readonly Field[], chosen: readonly string[]) {
  const offered = fields.flatMap(({ id, dimension }) =>
    dimension === "itself" ? [id] : dimension === "date" ? [`${id}:month`] : [],
  );
  const all = [...offered, ...chosen.filter((id) => !offered.includes(id))];
  return all.map((id) => ({ value: id, label: dimensionTitle(fields, id) }));
}
