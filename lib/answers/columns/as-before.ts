import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { DecimalSign } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import type { DateOrder } from "@/lib/contracts/terms/answers";
import { dateOrderOf, questionsByColumn } from "./change-plan";
import type { GuessedColumn } from "./guess-groups";
import type { Roles } from "./guess-roles";
import { momentOfNumber } from "./moment-numbers";
import { readMoment } from "./moments";
import type { ColumnProfile } from "./profile";

/*
 * What was chosen for the file that a project's answers were read from last is what the guess for its next file begins
 * with, where that file has the columns and they can still be that.
 */

/** Columns that the earlier plan says something of; that nothing was in one says nothing of what it is. */
function columnsIn({ time, end, id, weights, questions, ignored, empty }: ImportPlan): Set<string> {
  const nothing = new Set(empty);
  const left = ignored.filter((column) => !nothing.has(column));
  const known = [time?.column, end?.column, id, ...weights, ...left, ...questions.flatMap(columnsOf)];
  return new Set(known.flatMap((column) => column ?? []));
}

/** Columns that a person left out of the earlier file although they had something in them. */
export function leftOutBefore({ ignored, empty }: ImportPlan): Set<string> {
  const nothing = new Set(empty);
  return new Set(empty === undefined ? [] : ignored.filter((column) => !nothing.has(column)));
}

/**
 * The ids that questions had before, by their columns: what else stands in a file is no part of them. A group is known
 * by them where one earlier group had all that were there.
 */
export function idsAsBefore(
  questions: readonly PlannedQuestion[],
  before: ImportPlan,
): ReadonlyMap<PlannedQuestion, string> {
  const earlier = questionsByColumn(before);
  const taken = new Set<string>();
  const isGroup = (question: PlannedQuestion) => question.kind === "multiple" && question.source.form !== "list";
  return new Map(
    questions.flatMap((question): [PlannedQuestion, string][] => {
      const [known, ...others] = new Set(columnsOf(question).flatMap((column) => earlier.get(column) ?? []));
      if (!known || others.length > 0 || isGroup(known) !== isGroup(question) || taken.has(known.id)) return [];
      taken.add(known.id);
      return [[question, known.id]];
    }),
  );
}

/** The columns with the order of dates that was chosen before, where these dates do not show another one. */
export function datedAsBefore(columns: readonly GuessedColumn[], before: ImportPlan): GuessedColumn[] {
  return columns.map((each) => {
    const order = each.guess.kind === "date" ? dateOrderOf(before, each.column.name) : null;
    if (order === null || !fits(each, order)) return each;
    return { ...each, guess: { ...each.guess, dateOrder: order, isOrderOpen: false } };
  });
}

/** Dates that begin with a year are read in every order. */
function fits({ guess }: GuessedColumn, order: DateOrder): boolean {
  if (!guess.isOrderOpen && guess.dateOrder !== "ymd") return false;
  const isRead = (cell: unknown, as: DateOrder) => typeof cell !== "string" || readMoment(cell, as) !== null;
  return guess.values.every(({ cell }) => isRead(cell, order) || !isRead(cell, guess.dateOrder));
}

/** A person may have said of numbers that they are times. */
const hasTimes = ({ guess }: GuessedColumn): boolean =>
  guess.kind === "date" || (guess.values.length > 0 && guess.values.every(({ cell }) => momentOfNumber(cell) !== null));

type Kept = Roles & {
  /** The id that responses were known by before, which this file lacks. */
  lostId: string | null;
};

/** The roles that were chosen before; of the guessed ones those of columns that the earlier file did not have. */
export function rolesAsBefore(
  guessed: Roles,
  columns: readonly GuessedColumn[],
  profiles: readonly ColumnProfile[],
  before: ImportPlan,
): Kept {
  const byName = new Map(columns.map((each) => [each.column.name, each]));
  const known = columnsIn(before);
  const isNew = (column: string | undefined) => column !== undefined && !known.has(column);
  const dated = (chosen: ImportPlan["time"], guess: Roles["time"]) => {
    const column = chosen && byName.get(chosen.column);
    if (chosen && column && hasTimes(column)) return { column: chosen.column, order: column.guess.dateOrder };
    // Without the time of before, its end is one as well as in a first file.
    const isEnd = chosen !== null && guess?.column === before.end?.column;
    return isEnd || isNew(guess?.column) ? guess : null;
  };
  const profileOf = (name: string) => profiles[byName.get(name)?.at ?? -1];
  const hasNumbers = (name: string) => (profileOf(name)?.numbers ?? 0) > 0;
  const weights = [...before.weights.filter(hasNumbers), ...guessed.weights.filter(isNew)];
  // Also where it is no longer each row's own: that is said, and not cured by another column.
  const hasId = before.id !== null && (profileOf(before.id)?.filled ?? 0) > 0;
  const time = dated(before.time, guessed.time);
  const end = dated(before.end, guessed.end);
  return {
    id: hasId ? before.id : isNew(guessed.id ?? undefined) ? guessed.id : null,
    lostId: hasId ? null : before.id,
    weights: columns.map(({ column }) => column.name).filter((name) => weights.includes(name)),
    foundWeights: guessed.foundWeights.filter(({ column }) => isNew(column)),
    unsureWeights: guessed.unsureWeights.filter(isNew),
    ...{ time, end: end?.column === time?.column ? null : end },
  };
}

/** The decimal sign that was chosen before, unless numbers show another; what was no number before shows none. */
export function decimalAsBefore(
  columns: readonly GuessedColumn[],
  before: ImportPlan,
  guess: (columns: readonly GuessedColumn[]) => DecimalSign,
): DecimalSign {
  const known = columnsIn(before);
  const amounts = before.questions.filter(({ kind }) => kind === "numeric").flatMap(columnsOf);
  const wereNumbers = new Set([...before.weights, ...amounts]);
  const numbers = columns.filter(({ column: { name } }) => !known.has(name) || wereNumbers.has(name));
  const shown = guess(numbers);
  return shown === "," || numbers.some((each) => each.guess.counted.pointNumbers > 0) ? shown : before.decimal;
}
