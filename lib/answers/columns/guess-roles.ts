import type { DateOrder } from "@/lib/contracts/terms/answers";
import type { GuessedColumn } from "./guess-groups";
import { type FoundWeight, type FoundWeights, guessWeights } from "./guess-weights";
import { momentNumberKind } from "./moment-numbers";
import { isOfBirth } from "./moments";
import type { ColumnProfile } from "./profile";

/** Which columns are about the response itself: its id, its weights, its times. */
export type Roles = {
  id: string | null;
  weights: string[];
  /** Of these, those that are new in the project. */
  foundWeights: FoundWeight[];
  unsureWeights: FoundWeights["unsure"];
  time: { column: string; order: DateOrder } | null;
  end: { column: string; order: DateOrder } | null;
};

const ID =
  /(^|[^a-z])(id|uuid|guid|key|serial|record|rdud|caseid|case|respid|respondentid|responseid|session)$|^(resp|respondent|response|case|record|interview|session|user|panel|participant)[\s_-]*(id|no|nr|number|num)$|(Id|ID|_id)$/i;
const START = /start|begin|began|created|opened/i;
const END = /(^|[^a-z])end|end[\s_-]*(date|time)|finish|complete|submit|recorded|closed|ended/i;
const TIME = /date|time|when|datum|zeit|day|stamp/i;
const STAGES =
  "start|started|begin|began|begun|create|created|creation|open|opened|end|ended|finish|finished|complete|completed|completion|submit|submitted|close|closed|record|recorded";
const RESPONSE = "survey|interview|int|response|respondent|participant|submission|session|questionnaire|form|fieldwork";
/** A word, or several written as one, of those that name a time of the response and nothing else. */
const OF_RESPONSE = new RegExp(
  `^(?:${STAGES}|${RESPONSE}|date|time|day|stamp|datum|zeit|at|on|of|the|in|utc|gmt|local)+$`,
);
const ASKED = /\?|\byour?\b/i;
/** Longer names are the text of a question. */
const LONGEST_NAME = 40;

export function guessRoles(
  columns: readonly GuessedColumn[],
  profiles: readonly ColumnProfile[],
  declaredWeight?: string,
): Roles {
  const profileOf = ({ at }: GuessedColumn) => profiles[at];
  const id = columns.find((each) => ID.test(each.column.name.trim()) && isIdLike(profileOf(each)));
  const { found, unsure } = guessWeights(columns, declaredWeight);
  return {
    id: id?.column.name ?? null,
    weights: found.map(({ column }) => column),
    foundWeights: found,
    unsureWeights: unsure,
    ...guessTimes(columns.filter((each) => each.guess.kind === "date" || isTimeOfNumbers(each))),
  };
}

/** Whether a column of numbers has times: by its name, and as each is one of seconds or milliseconds since 1970. */
function isTimeOfNumbers({ column, guess }: GuessedColumn): boolean {
  if (guess.kind !== "numeric" || guess.values.length === 0 || !isOfResponse(column.name)) return false;
  return guess.values.every(({ cell }) => momentNumberKind(cell) !== null);
}

/** Names that can mean nothing else come before all others: many a question asks when something started or ended. */
function guessTimes(dates: readonly GuessedColumn[]): Pick<Roles, "time" | "end"> {
  const sure = timesOf(dates.filter(({ column }) => isOfResponse(column.name)));
  const { time, end } = sure.time ? sure : timesOf(dates.filter(mayBeOfResponse));
  const orderOf = (each: GuessedColumn | undefined) =>
    each ? { column: each.column.name, order: each.guess.dateOrder } : null;
  return { time: orderOf(time ?? onlyMoment(dates)), end: orderOf(end === time ? undefined : end) };
}

function timesOf(dates: readonly GuessedColumn[]) {
  const end = dates.find(({ column }) => END.test(column.name) && !START.test(column.name));
  const time =
    dates.find(({ column }) => START.test(column.name)) ??
    dates.find((each) => each !== end && TIME.test(each.column.name)) ??
    end;
  return { time, end };
}

function isOfResponse(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").match(/[a-z]+/gi) ?? [];
  return words.length > 0 && words.every((word) => OF_RESPONSE.test(word.toLowerCase()));
}

function mayBeOfResponse(each: GuessedColumn): boolean {
  const { name, label = "" } = each.column;
  if (isOfBirth(name)) return false;
  return hasClock(each) || (name.length <= LONGEST_NAME && !ASKED.test(name) && !ASKED.test(label));
}

/** Filled in every row, and never twice. */
const isIdLike = (profile: ColumnProfile | undefined) =>
  profile !== undefined && profile.filled > 0 && profile.blank === 0 && profile.isUnique;

const CLOCK = /\d:\d\d/;

const hasClock = ({ guess }: GuessedColumn): boolean =>
  guess.values.length > 0 && guess.values.every(({ cell }) => CLOCK.test(String(cell)));

/** The one column of dates in the file, when they have a time of day: birthdays and the like have none. */
function onlyMoment(dates: readonly GuessedColumn[]): GuessedColumn | undefined {
  const [only, ...others] = dates;
  return only && others.length === 0 && hasClock(only) ? only : undefined;
}
