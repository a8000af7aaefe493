import { createLoader, createSerializer, type inferParserType } from "nuqs/server";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { type PivotState, pivotParsers, unreadableParts } from "./address";
import type { Field } from "./fields";
import type { Layout } from "./layout";

const { columns, banner, values, filter, weight, baseRule } = pivotParsers;
const { against, correction, variance, exact, high, low, minimumBase, letters } = pivotParsers;

/** What new tables of a project begin with: the parts of an address that a project sets once. */
const parsers = {
  ...{ columns, banner, values, filter, weight, baseRule },
  ...{ against, correction, variance, exact, high, low, minimumBase, letters },
};

export type TableDefaults = inferParserType<typeof parsers>;

const load = createLoader(parsers);
const serialize = createSerializer(parsers);

export const loadDefaults = (query: string): TableDefaults => load(new URLSearchParams(query));

/** The defaults of a table as they are stored; what is not a default is left out. */
export const defaultsQuery = (of: TableDefaults): string => serialize(of).replace(/^\?/, "");

/** Why a text is not taken as defaults; null: it is. */
export function defaultsProblem(query: string): string | null {
  const given = Object.fromEntries(new URLSearchParams(query));
  const stranger = Object.keys(given).find((key) => !(key in parsers));
  if (stranger !== undefined) return `“${stranger}” is not a default of tables. Leave it out.`;
  return unreadableParts(given)[0] ?? null;
}

/** What is known of a project where a table of it is begun. */
type Known = {
  fields: readonly Field[];
  questions: readonly Question[];
  weights: readonly { id: string }[];
  /** As stored; null: none are set. */
  query: string | null;
};

/** The defaults of a project, or, where nobody set any, what most tables want: percentages, letters, the one weight. */
export function defaultsOf({ query, weights, questions, fields }: Known): TableDefaults {
  if (query !== null) return loadDefaults(query);
  const [weight, ...others] = weights;
  return {
    ...loadDefaults(""),
    ...{ columns: likelyBanner(questions, fields), banner: true, against: "columns" },
    values: [{ show: "column", questionId: null }],
    weight: weight && others.length === 0 ? weight.id : null,
  };
}

const MOST_LIKELY = 4;

/** Words, whole and in any of their languages. */
const named = (words: string) => new RegExp(`(^|[^\\p{L}])(${words})($|[^\\p{L}])`, "iu");

const USUAL = named(
  "gender|sex|age|age ?(group|band)s?|region|geschlecht|alter|altersgruppe|sexe|âge|région|sexo|género|edad|región|genre|geslacht|leeftijd|regio",
);
/** They stand in the texts of many other questions too, so that only a short name says what a question is. */
const FURTHER = named(
  "educ|education|race|ethnicity|income|bildung|einkommen|diplôme|revenu|educación|ingresos|opleiding|inkomen",
);
const FEW_WORDS = 3;

/** Questions that tables are usually broken down by, known by their names: few options, one answer; the usual first. */
function likelyBanner(questions: readonly Question[], fields: readonly Field[]): string[] {
  const offered = new Set(fields.filter(({ dimension }) => dimension === "itself").map(({ id }) => id));
  const names = questions
    .filter(({ id, kind, options }) => offered.has(id) && isOfFew(kind, options.length))
    .map((question) => ({ id: question.id, texts: [question.id.replaceAll("_", " "), titleOf(question)] }));
  const usual = names.filter(({ texts }) => texts.some((text) => USUAL.test(text)));
  const further = names
    .filter((name) => !usual.includes(name))
    .filter(({ texts }) => texts.some((text) => text.split(/\s+/).length <= FEW_WORDS && FURTHER.test(text)));
  return [...usual, ...further].map(({ id }) => id).slice(0, MOST_LIKELY);
}

const isOfFew = (kind: Question["kind"], options: number) =>
  (kind === "single" || kind === "scale") && options >= 2 && options <= 12;

/**
 * A new table of one question by the defaults: its options in rows, its numbers as a mean, a date by its months. Without
 * a question, the first that is not in the banner.
 */
export function newTable(project: string, known: Known, question: string | null): Partial<PivotState> {
  const defaults = defaultsOf(known);
  const field = known.fields.find(({ id }) => id === question) ?? firstOf(known.fields, defaults.columns);
  if (!field) return { project };
  const row = field.dimension === "date" ? `${field.id}:month` : field.dimension === "itself" ? field.id : null;
  const [show] = field.numbers;
  const values = row === null && show ? [{ show, questionId: field.id }] : defaults.values;
  return {
    ...{ project, ...defaults, values },
    rows: row === null ? [] : [row],
    columns: defaults.columns.filter((id) => id !== row),
  };
}

const firstOf = (fields: readonly Field[], columns: readonly string[]) =>
  fields.find(({ id, dimension }) => dimension === "itself" && !columns.includes(id));

/** Whether nothing stands in a table yet. */
export const isNewTable = ({ rows, columns, values }: Layout): boolean =>
  rows.length + columns.length === 0 && values.every(({ questionId }) => questionId === null);

/** What the first question of a new table brings along: the defaults, without a banner where it stands in columns. */
export function besideFirst(layout: Layout, defaults: TableDefaults): Partial<PivotState> {
  const { rows, columns, values } = layout;
  const isOfNumbers = values.some(({ questionId }) => questionId !== null);
  return {
    ...defaults,
    columns: columns.length > 0 ? columns : defaults.columns.filter((id) => !rows.includes(id)),
    values: isOfNumbers ? values : defaults.values,
  };
}
