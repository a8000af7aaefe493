import type { MetRule, ScoreFigures } from "@/lib/contracts/rules/exclusion";
import { answerCategories, NOT_SCORED, qualityChecks } from "@/lib/contracts/terms/quality";
import type { ScoreRow } from "@/lib/gateway/quality-scores";

/**
 * The scores of a survey's respondents as columns of numbers, which take far less memory than an object for each. A
 * respondent is a place in the columns.
 */
export type ScoreTable = {
  ids: string[];
  /** Place of each id. */
  placeOf: Map<string, number>;
  totals: Int16Array;
  /** By check, in the order of `qualityChecks`; ABSENT: not sent. */
  scores: Int16Array[];
  points: Uint8Array[];
  /** By category, in the order of `answerCategories`: how many open answers. */
  categories: Uint8Array[];
  isPending: Uint8Array;
  isExcluded: Uint8Array;
  /** Epoch milliseconds; NaN: nobody says. */
  times: Float64Array;
  /** Reasons of each, most of whom share a list. */
  reasons: (readonly string[])[];
};

/** No score, not even that of what could not be scored. */
const ABSENT = -1000;
const MOST_COUNTED = 255;

const none: readonly string[] = [];

/** Columns that grow as rows come; of somebody who comes twice, as pages of a growing list may say, the latest counts. */
export function scoreTableBuilder() {
  let room = 1024;
  let table = emptyTable(room);
  return {
    add: (rows: readonly ScoreRow[]): void => {
      for (const row of rows) {
        const at = table.placeOf.get(row.respondentId) ?? table.ids.length;
        if (at === room) {
          room *= 2;
          table = withRoom(table, room);
        }
        setRow(table, at, row);
      }
    },
    table: (): ScoreTable => table,
  };
}

const emptyTable = (room: number): ScoreTable => ({
  ids: [],
  placeOf: new Map(),
  totals: new Int16Array(room),
  scores: qualityChecks.map(() => new Int16Array(room).fill(ABSENT)),
  points: qualityChecks.map(() => new Uint8Array(room)),
  categories: answerCategories.map(() => new Uint8Array(room)),
  isPending: new Uint8Array(room),
  isExcluded: new Uint8Array(room),
  times: new Float64Array(room),
  reasons: [],
});

function withRoom(former: ScoreTable, room: number): ScoreTable {
  const grown = emptyTable(room);
  const { ids, placeOf, reasons } = former;
  const pairs: [{ set: (from: never) => void }, unknown][] = [
    [grown.totals, former.totals],
    [grown.isPending, former.isPending],
    [grown.isExcluded, former.isExcluded],
    [grown.times, former.times],
    ...(["scores", "points", "categories"] as const).flatMap((name) =>
      grown[name].map((column, place): [{ set: (from: never) => void }, unknown] => [column, former[name][place]]),
    ),
  ];
  // Safe: the columns of a pair are of one kind.
  for (const [to, from] of pairs) to.set(from as never);
  return { ...grown, ids, placeOf, reasons };
}

/** Column `place` of some, which has one for each check or category. */
function columnAt<Column>(columns: readonly Column[], place: number): Column {
  const column = columns[place];
  if (column === undefined) throw new Error("A column is missing.");
  return column;
}

function setRow(table: ScoreTable, at: number, row: ScoreRow): void {
  table.ids[at] = row.respondentId;
  table.placeOf.set(row.respondentId, at);
  table.reasons[at] = row.reasons.length > 0 ? row.reasons : none;
  table.totals[at] = row.total;
  table.isPending[at] = Number(row.isPending);
  table.isExcluded[at] = Number(row.isExcluded);
  table.times[at] = row.at ?? Number.NaN;
  for (const [place, check] of qualityChecks.entries()) {
    const found = row.checks[check];
    columnAt(table.scores, place)[at] = found?.score ?? ABSENT;
    columnAt(table.points, place)[at] = Math.min(MOST_COUNTED, found?.points ?? 0);
  }
  for (const [place, category] of answerCategories.entries()) {
    columnAt(table.categories, place)[at] = Math.min(MOST_COUNTED, row.categories[category] ?? 0);
  }
}

/** What the rules look at of the respondent at a place. */
export function figuresAt(table: ScoreTable, at: number): ScoreFigures {
  const checks: ScoreFigures["checks"] = {};
  for (const [place, check] of qualityChecks.entries()) {
    const score = table.scores[place]?.[at] ?? ABSENT;
    if (score !== ABSENT) checks[check] = { score, points: table.points[place]?.[at] ?? 0 };
  }
  const categories: ScoreFigures["categories"] = {};
  for (const [place, category] of answerCategories.entries()) {
    const answers = table.categories[place]?.[at] ?? 0;
    if (answers > 0) categories[category] = answers;
  }
  return { total: table.totals[at] ?? NOT_SCORED, checks, categories };
}

/** A place for each respondent, in the order that the service has them. */
export const placesOf = ({ ids }: ScoreTable): number[] => ids.map((_, at) => at);

export const isPendingAt = ({ isPending }: ScoreTable, at: number): boolean => isPending[at] === 1;
export const isExcludedAt = ({ isExcluded }: ScoreTable, at: number): boolean => isExcluded[at] === 1;
export const totalAt = ({ totals }: ScoreTable, at: number): number => totals[at] ?? NOT_SCORED;

/** Whether a rule suspects somebody before any threshold: a score under 60, or one answer of a category. */
export const SUSPECT_BELOW = 60;

/** Where a list has a text, or -1. The list may be of fewer texts than the type of what is looked for. */
const placeIn = (list: readonly string[], text: string): number => list.indexOf(text);

export function suspectedBy(rule: MetRule, { totals, scores, categories }: ScoreTable): (at: number) => boolean {
  const isLow = (column: Int16Array | undefined) => (at: number) => {
    const score = column?.[at] ?? NOT_SCORED;
    return score >= 0 && score < SUSPECT_BELOW;
  };
  if (rule === "total") return isLow(totals);
  const check = placeIn(qualityChecks, rule);
  if (check >= 0) return isLow(scores[check]);
  const answers = categories[placeIn(answerCategories, rule)];
  return (at) => (answers?.[at] ?? 0) > 0;
}
