import type { Tone } from "@/lib/charts/colours";
import { type Answer, type Coloured, codeOf, codesInOrder, optionTones } from "@/lib/charts/option-tones";
import type { TableData } from "./banner";
import { pathsOf } from "./percent";

/** Which answers name a row or column of a table; null: a label that colours nothing, as a banner's question. */
export type Answers = readonly (Answer | null)[];

type Sides = { rows: readonly string[]; columns: readonly string[]; nets: boolean };

/** The answers behind each row and column of a table. Options under their nets have the colours of the options. */
export function answersOf(table: TableData, { rows, columns, nets }: Sides) {
  const paths = pathsOf(table);
  const inBanner = (column: number): Answers => {
    const [title = "", ...rest] = table.columns[column] ?? [];
    const questionId = columns[table.spans?.findIndex((span) => span.title === title) ?? -1];
    const code = paths.columns[column]?.[1];
    if (rest.length === 0 || questionId === undefined || code === undefined) return [null];
    return [null, { questionId, code }];
  };
  const named = (ids: readonly (string | null)[], path: readonly (string | number)[]): Answers =>
    path.map((code, level) => {
      const questionId = ids[level] ?? null;
      return questionId === null ? null : { questionId, code };
    });
  const rowIds = nets ? [null, ...rows.slice(1)] : rows;
  return {
    row: (row: number) => named(rowIds, paths.rows[row] ?? []),
    column: (column: number) => (table.spans ? inBanner(column) : named(columns, paths.columns[column] ?? [])),
  };
}

/**
 * The colours of series, each by its answers: an option's own where all are options of one question; of several
 * questions together by their places in all of the lists, so that no two have one colour as long as there are others.
 */
export function seriesTones(series: readonly Answers[], questions: readonly Coloured[]): Tone[] {
  const paths = series.map((answers) => answers.filter((answer) => answer !== null));
  const [first, ...others] = new Set(paths.flatMap((path) => path.map(({ questionId }) => questionId)));
  const isOfOne = others.length === 0 && paths.every(({ length }) => length === 1);
  const toneOf = isOfOne && first !== undefined ? optionTones(questions, first) : null;
  return toneOf ? paths.flatMap(([answer]) => (answer ? [toneOf(answer.code)] : [])) : placesOf(paths, questions);
}

type Path = readonly Answer[];

/** Places in the product of the full lists, of which a banner's stand one after another. */
function placesOf(paths: readonly Path[], questions: readonly Coloured[]): number[] {
  const depth = Math.max(0, ...paths.map(({ length }) => length));
  const levels = Array.from({ length: depth }, (_, level) => listAt(paths, level, questions));
  return paths.map((path) =>
    levels.reduce((place, list, level) => {
      const answer = path[level];
      return place * Math.max(1, list.size) + (answer ? (list.get(nameOf(answer, questions)) ?? 0) : 0);
    }, 0),
  );
}

/** All answers that can stand at a level, and what else stands there, by their places. */
function listAt(paths: readonly Path[], level: number, questions: readonly Coloured[]): Map<string, number> {
  const answers = paths.flatMap((path) => path[level] ?? []);
  const ids = [...new Set(answers.map(({ questionId }) => questionId))];
  const names = ids.flatMap((questionId) => {
    const question = questions.find(({ id }) => id === questionId);
    const listed = question ? codesInOrder(question).map((code) => ({ questionId, code })) : [];
    return [...listed, ...answers.filter((answer) => answer.questionId === questionId)];
  });
  return new Map([...new Set(names.map((answer) => nameOf(answer, questions)))].map((name, place) => [name, place]));
}

function nameOf({ questionId, code }: Answer, questions: readonly Coloured[]): string {
  const question = questions.find(({ id }) => id === questionId);
  return JSON.stringify([questionId, (question && codeOf(question, code)) ?? code]);
}
