import "server-only";
import { instantOf } from "@/lib/contracts/calendar/instants";
import { askedBoundaries, type TimeRange, tooManyOptions } from "@/lib/contracts/calendar/trend-buckets";
import type { getTrend as operation, TrendRequest } from "@/lib/contracts/interfaces/analysis";
import { isObject } from "@/lib/contracts/lenient";
import { invalid } from "@/lib/http/read-request";
import { type Limits, untilTogether } from "@/lib/stores/clickhouse/client";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { countResponses, whoCounts } from "@/lib/stores/clickhouse/table-state";
import { readTrend } from "@/lib/stores/clickhouse/trend";
import type { Answers } from "@/lib/stores/postgres/answer-sets";
import { answersOf, limitsOf, weightOf } from "../answers-of";
import type { Answer, Call } from "../service";
import { chosenSeries } from "./chosen-series";
import { chosenShares, optionsOfBuckets } from "./chosen-shares";
import { writePoints } from "./write-points";
import { writeShare } from "./write-shares";

/** `POST /numeric-analysis-service/trend/{projectId}`. */
export async function trend(call: Call<typeof operation>): Promise<Answer> {
  const { body, raw, params } = call;
  const projectId = params.projectId ?? "";
  const answers = await answersOf(call, projectId);
  const range = rangeOf(body);
  const sent = isObject(raw) && Array.isArray(raw.filter) ? raw.filter : [];
  return {
    body: {
      projectId,
      fromDate: body.fromDate,
      toDate: body.toDate,
      filter: sent,
      dateFilters: [{ startDate: iso(range.from), endDate: iso(range.to) }],
      ...(answers?.table
        ? await figures({ ...answers, table: answers.table }, body, range, limitsOf(call))
        : noFigures(body)),
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();

function rangeOf({ fromDate, toDate }: TrendRequest): TimeRange {
  return { from: instantOf(fromDate, "start") ?? 0, to: instantOf(toDate, "end") ?? 0 };
}

/** Of a project without answers: what was asked, without a point. */
const noFigures = ({ shares, by }: TrendRequest) => ({
  responses: {},
  ...(shares && { shares: shares.map((share) => ({ ...share, points: [] })) }),
  ...(by !== undefined && { buckets: [] }),
  ...whoCounts({ responses: 0, excluded: 0 }, { includeExcluded: false }),
});

type WithTable = Answers & { table: string };

async function figures(
  { table, questions, weights, exclusions }: WithTable,
  body: TrendRequest,
  range: TimeRange,
  given: Limits,
) {
  const limits = untilTogether(given);
  const { filter, includeExcluded = false, quartiles = false } = body;
  const series = chosenSeries(questions, body);
  const shares = chosenShares(questions, body.shares ?? []);
  const weight = weightOf(weights, body.weight);
  const excluded = await readExcludedRows(table, exclusions, limits());
  const { buckets, keys, ...bucketing } = bucketsOf(questions, body, range, series.length + shares.length);
  const [found, responses] = await Promise.all([
    readTrend(
      {
        ...{ table, questions, series, shares, ...range, ...bucketing },
        ...{ filter, weight, quartiles, excluded, includeExcluded },
      },
      limits(),
    ),
    countResponses({ table, excluded }, limits()),
  ]);
  const weighted = weight !== null;
  // An id may be any text: of a plain object, `__proto__` would be lost.
  const points = series.map(
    ({ id }) => [id, writePoints(keys, found.means.get(id) ?? [], { weighted, quartiles })] as const,
  );
  return {
    responses: Object.fromEntries(points),
    ...(body.shares && {
      shares: body.shares.map((share, at) => ({
        ...share,
        points: writeShare(keys, found.shares[at] ?? [], weighted),
      })),
    }),
    ...(buckets && { buckets }),
    ...whoCounts(responses, { includeExcluded }),
  };
}

/** The buckets of a trend as the store is asked for them, and what names them in the reply: `keys`, one each. */
function bucketsOf(questions: Answers["questions"], body: TrendRequest, range: TimeRange, series: number) {
  const { type, timeZone, by } = body;
  if (by === undefined) {
    const found = askedBoundaries(range, { type, timeZone, series });
    if ("problem" in found) throw invalid({ type: found.problem });
    const { boundaries } = found;
    const calendar = { type, timeZone: timeZone ?? "UTC" };
    return { boundaries, calendar, keys: boundaries.slice(0, -1).map(iso) };
  }
  const options = optionsOfBuckets(questions, by);
  const tooMany = tooManyOptions({ options: options.length, series });
  if (tooMany) throw invalid({ by: tooMany });
  const buckets = options.map(({ code, label }) => ({ x: String(code), label }));
  const codes = options.map(({ code }) => code);
  return { boundaries: [], by: { questionId: by, codes }, buckets, keys: buckets.map(({ x }) => x) };
}
