import type { DateOrder } from "@/lib/contracts/answers";
import type { GuessedColumn } from "./guess-groups";
import type { ColumnProfile } from "./profile";

/** Which columns are about the response itself: its id, its weights, its times. */
export type Roles = {
  id: string | null;
  weights: string[];
  time: { column: string; order: DateOrder } | null;
  end: { column: string; order: DateOrder } | null;
};

const ID =
  /(^|[^a-z])(id|uuid|guid|key|serial|record|rdud|caseid|case|respid|respondentid|responseid|session)$|^(resp|respondent|response|case|record|interview|session|user|panel|participant)[\s_-]*(id|no|nr|number|num)$|(Id|ID|_id)$/i;
const WEIGHT =
  /(^|[^a-z])(weights?|weighting|wt|wgt|wght|weightvar|gewicht|gewichtung|ponderation|poids|peso|w)(\d*|[^a-z].*)$/i;
const START = /start|begin|began|created|opened/i;
const END = /(^|[^a-z])end|end[\s_-]*(date|time)|finish|complete|submit|recorded|closed|ended/i;
const TIME = /date|time|when|datum|zeit|day|stamp/i;

export function guessRoles(
  columns: readonly GuessedColumn[],
  profiles: readonly ColumnProfile[],
  declaredWeight?: string,
): Roles {
  const profileOf = ({ at }: GuessedColumn) => profiles[at];
  const id = columns.find((each) => ID.test(each.column.name.trim()) && isIdLike(profileOf(each)));
  const weights = columns.filter(
    (each) =>
      each.column.name === declaredWeight || (WEIGHT.test(each.column.name.trim()) && isWeightLike(profileOf(each))),
  );
  const dates = columns.filter(({ guess }) => guess.kind === "date");
  const end = dates.find(({ column }) => END.test(column.name) && !START.test(column.name));
  const time =
    dates.find(({ column }) => START.test(column.name)) ??
    dates.find((each) => each !== end && TIME.test(each.column.name)) ??
    end;
  const named = (each: GuessedColumn | undefined) =>
    each ? { column: each.column.name, order: each.guess.dateOrder } : null;
  return {
    id: id?.column.name ?? null,
    weights: weights.map(({ column }) => column.name),
    time: named(time),
    end: named(end === time ? undefined : end),
  };
}

/** Filled in every row, and never twice. */
const isIdLike = (profile: ColumnProfile | undefined) =>
  profile !== undefined && profile.filled > 0 && profile.blank === 0 && profile.isUnique;

/** Numbers above zero that are 1 on average: what weighting makes of a sample. */
function isWeightLike(profile: ColumnProfile | undefined): boolean {
  if (!profile || profile.numbers === 0 || profile.numbers < profile.filled || profile.negative > 0) return false;
  if (profile.zero > profile.numbers * 0.05) return false;
  const mean = profile.sum / profile.numbers;
  return mean > 0.8 && mean < 1.25;
}
