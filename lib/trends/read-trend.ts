import type { Tone } from "@/lib/charts/colours";
import { type Comparison, type PreparedTrend, prepareTrend } from "@/lib/charts/prepare-trend";
import { type PlaceOf, prepareSeries, prepareShare, type Series } from "@/lib/charts/series";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import type { Exclusions } from "@/lib/tables/exclusion-words";
import { shareId, type TrendLine } from "./lines";

const shareIn = ({ shares }: Trend, id: string) => shares.find((share) => shareId(share) === id);

/** Where the buckets of a trend stand: by their start, or by the place of their option. */
function placesOf({ buckets }: Pick<Trend, "buckets">): PlaceOf {
  if (buckets === null) return Date.parse;
  const places = new Map(buckets.map(({ x }, place) => [x, place]));
  return (x) => places.get(x) ?? Number.NaN;
}

/** A line's series; null where the service gave none, since it does not know lines of that kind. */
function seriesOf(trend: Trend, line: TrendLine, placeOf: PlaceOf): Series | null {
  if (line.kind !== "share") return prepareSeries(line.id, trend.responses[line.id] ?? [], placeOf);
  const share = shareIn(trend, line.id);
  return share ? prepareShare(line.id, share.points, placeOf) : null;
}

/** A line's own buckets; null where the service gave none. */
export const seriesIn = (trend: Trend, line: TrendLine): Series | null => seriesOf(trend, line, placesOf(trend));

/** Whether a trend says anything of a line. */
export const holdsLine = (trend: Trend, { kind, id }: TrendLine): boolean =>
  kind === "share" ? shareIn(trend, id) !== undefined : Object.hasOwn(trend.responses, id);

/** Who is excluded for quality, and whether they count in a trend; null where the service does not say it. */
export function exclusionsIn(
  { counted, included, excluded }: Pick<Trend, "counted" | "included" | "excluded">,
  { isAsked }: { isAsked: boolean },
): Exclusions | null {
  if (included !== null && included > 0) return { counted, excluded: included, isIncluded: true };
  // A service that leaves nobody out and does not say whom it includes may have nobody excluded, or include them all.
  if (excluded === null || (isAsked && included === null && excluded === 0)) return null;
  return { counted, excluded, isIncluded: false };
}

/** Answers of all these lines in a trend, as far as it says; null where it does not. */
export function answersIn(trend: Trend, lines: readonly TrendLine[]): number | null {
  const counts = lines.flatMap((line) => countsIn(trend, line));
  return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

/** Of its buckets; a line that is not there says nothing about how many there are. */
function countsIn(trend: Trend, line: TrendLine): (number | null)[] {
  const points =
    line.kind === "share"
      ? shareIn(trend, line.id)?.points.map(({ count, share }) => ({ count, isEmpty: share === null }))
      : trend.responses[line.id]?.map(({ count, mean }) => ({ count, isEmpty: mean === null }));
  if (!points || points.length === 0) return [null];
  return points.map(({ count, isEmpty }) => count ?? (isEmpty ? 0 : null));
}

type Reading = {
  lines: readonly TrendLine[];
  /** The trend that it is compared with; undefined: none, or not there yet. */
  other: Trend | undefined;
  /** Of the buckets before, for a rolling mean alone. */
  before?: Trend | undefined;
  comparison: Comparison;
  /** Whether its buckets are in an order: those of time are. */
  isOrdered: boolean;
  rolling: number;
  zoom: { from: number; to: number } | null;
};

/** Lines that the service did not give, and the others as they are shown. `starts`: of all buckets, also of those out of view. */
export type ReadTrend = PreparedTrend & { missing: TrendLine[]; starts: number[] };

/** The lines of several groups of respondents: each group's trend is one of its own. */
export function readCuts(
  parts: readonly { name: string; tone?: Tone | null; trend: Trend }[],
  { lines, isOrdered, rolling, zoom }: Pick<Reading, "lines" | "isOrdered" | "rolling" | "zoom">,
): ReadTrend {
  const read = lines.map((line) => ({
    line,
    series: parts.flatMap(({ name, tone, trend }) => {
      const series = seriesOf(trend, line, placesOf(trend));
      return series ? [{ name, tone, series }] : [];
    }),
  }));
  const questions = read.flatMap(({ line: { id, title }, series }) =>
    series.map(({ name, tone, series: own }) => {
      const ownId = JSON.stringify([id, name]);
      return {
        id: ownId,
        title: `${title}, ${name}`,
        group: { name, of: { id, title } },
        ...(tone != null && { tone }),
        series: { ...own, id: ownId },
      };
    }),
  );
  const missing = read.flatMap(({ line, series }) => (series.length > 0 ? [] : [line]));
  const starts = questions[0]?.series.points.map(({ at }) => at) ?? [];
  return { ...prepareTrend({ questions, isOrdered, rolling, zoom }), missing, starts };
}

export function readTrend(
  trend: Trend,
  { lines, other, before, comparison, isOrdered, rolling, zoom }: Reading,
): ReadTrend {
  const placeOf = placesOf(trend);
  const read = lines.map((line) => ({ line, series: seriesOf(trend, line, placeOf) }));
  const questions = read.flatMap(({ line, series }) => {
    if (!series) return [];
    const against = other && seriesOf(other, line, placeOf);
    const earlier = before && seriesOf(before, line, placeOf)?.points;
    const beside = { ...(against && { other: against }), ...(earlier && { before: earlier }) };
    const { id, title, tone } = line;
    return [{ id, title, ...(tone !== undefined && { tone }), series, ...beside }];
  });
  const missing = read.flatMap(({ line, series }) => (series ? [] : [line]));
  const starts = questions[0]?.series.points.map(({ at }) => at) ?? [];
  return { ...prepareTrend({ questions, comparison, isOrdered, rolling, zoom }), missing, starts };
}
