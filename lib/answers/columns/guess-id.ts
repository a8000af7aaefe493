import type { GuessedColumn } from "./guess-groups";
import type { ColumnProfile } from "./profile";

/** What people who answer are called, in the languages of exports: a column of it holds one of each. */
const RESPONDENT =
  /^(?:respondent|participant|interviewee|subject|case|teilnehmer(?:in)?|befragte[rn]?|r[ée]pondant|participante|encuestado|intervistato|respondente|deltager)s?(?:[\s_.-]*(?:id|no|nr|number|code|#))?$/i;
/** A column without a name, or what tools call the one that numbers the rows. */
const NUMBERING = /^(?:column 1|unnamed: 0|index|row|rows?[\s_]?(?:no|nr|number|num|id)|no|nr|#|x|\.\.\.1)\.?$/i;
const FEWEST_ROWS = 3;

/** The id of the response where no column is named as one: of respondents, or the first column, which numbers the rows. */
export function guessId(columns: readonly GuessedColumn[], profiles: readonly ColumnProfile[]): string | null {
  const isOwn = ({ at }: GuessedColumn) => {
    const profile = profiles[at];
    return profile !== undefined && profile.filled >= FEWEST_ROWS && profile.blank === 0 && profile.isUnique;
  };
  const named = columns.find((each) => RESPONDENT.test(each.column.name.trim()) && isOwn(each));
  if (named) return named.column.name;
  const [first] = columns;
  const isNumbering =
    first?.at === 0 && NUMBERING.test(first.column.name.trim()) && isOwn(first) && countsUp(profiles[0]);
  return isNumbering ? first.column.name : null;
}

/** Whole numbers one after the other, as far as they are kept. */
function countsUp(profile: ColumnProfile | undefined): boolean {
  const numbers = [...(profile?.values.values() ?? [])].map(({ cell }) => Number(cell));
  return numbers.every((value, at) => Number.isInteger(value) && (at === 0 || value === (numbers[at - 1] ?? 0) + 1));
}
