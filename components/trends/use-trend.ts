import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFormat } from "@/components/ui/use-format";
import { bandShown } from "@/lib/charts/bands";
import { zoneOfBuckets } from "@/lib/charts/bucket-label";
import type { TrendBuckets } from "@/lib/charts/buckets";
import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import type { Days } from "@/lib/contracts/calendar/days";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import type { TrendState } from "@/lib/trends/address";
import { askBefore, type TrendAsk } from "@/lib/trends/ask";
import { comparedWith, independenceOf } from "@/lib/trends/comparison";
import { type Cut, cutTone } from "@/lib/trends/cuts";
import { firstBucket } from "@/lib/trends/first-bucket";
import type { TrendLine } from "@/lib/trends/lines";
import { sharedQuery, trendNotesQuery, trendQuery } from "@/lib/trends/queries";
import { usualBucket } from "@/lib/trends/range";
import { exclusionsIn, holdsLine, readCuts, readTrend, seriesIn } from "@/lib/trends/read-trend";
import { daysAsked, endsOf } from "@/lib/trends/relative-range";
import { useTrendLines } from "./use-trend-lines";

/** All that the page needs to know of a state: what can be chosen, what is asked, and the trend as it is shown. */
export function useTrend(state: TrendState) {
  const format = useFormat();
  const client = useQueryClient();
  const timeZone = state.zone ?? format.settings.timeZone;
  const wanted = useTrendLines(state, timeZone);
  const { lines, by, isOrdered, weight, filter, against, cuts, here, extent, isReady } = wanted;
  const { project, range, from, to, bucket, compare, includeExcluded } = state;
  const quartiles = state.band === "middle" && state.mode !== "overlay";
  const notes = useQuery({ ...trendNotesQuery(state.project ?? ""), enabled: state.project !== null });

  const reach = extent.data?.days;
  const days = useMemo(() => daysAsked({ range, from, to, by }, reach), [range, from, to, by, reach]);
  const wish = useMemo(
    () =>
      isReady
        ? askOf({ project, days, bucket, lines, by, filter, weight, includeExcluded, quartiles, timeZone })
        : null,
    [isReady, project, days, bucket, lines, by, filter, weight, includeExcluded, quartiles, timeZone],
  );
  const { asked, first, probe } = useFirstBucket(wish, bucket === null && by === null);
  const trend = useQuery({ ...trendQuery(asked ?? NOTHING), enabled: asked !== null });
  const { rolling, zoom } = state;
  const before = useMemo(() => asked && askBefore(asked, rolling, reach?.from), [asked, rolling, reach]);
  const earlier = useQuery({ ...trendQuery(before ?? NOTHING), enabled: before !== null });
  const compared = useMemo(
    () => (asked && cuts.length === 0 ? comparedWith({ compare, against, zoom }, asked, here) : null),
    [compare, against, zoom, asked, here, cuts],
  );
  const other = useQuery({ ...trendQuery(compared?.ask ?? NOTHING), enabled: compared !== null });
  const isFilter = compared?.kind === "filter";
  const shared = useQuery({ ...sharedQuery(asked ?? NOTHING, against), enabled: asked !== null && isFilter });
  const independence = compared && independenceOf(compared.kind, shared, format.count);

  // The query depends on the project's questions, which come from the same service.
  const awaited = asked ? trend : wish ? probe : extent;
  const isIndependent = independence?.isIndependent ?? false;
  // Of another comparison, what was read before is none of this one's.
  const otherData = compared && !other.isPlaceholderData ? other.data : undefined;
  const data = trend.data && (trend.data.buckets !== null) === (by !== null) ? trend.data : undefined;
  const { isPlaceholderData: isOld } = trend;
  const earlierData = before && !isOld && !earlier.isPlaceholderData ? earlier.data : undefined;
  const parts = useCuts(asked, cuts);
  const read = useMemo(() => {
    if (cuts.length > 0) {
      if (parts.trends.length < cuts.length) return undefined;
      const toned = parts.trends.map(({ cut, trend }) => ({ name: cut.name, tone: cutTone(cut, here), trend }));
      return readCuts(toned, { lines, isOrdered, rolling, zoom: by === null ? zoom : null });
    }
    const comparison = { by: compared?.by ?? "place", isIndependent };
    // What was read before holds nothing yet of a line that was just added.
    const there = data && isOld ? lines.filter((line) => holdsLine(data, line)) : lines;
    if (!data || (isOld && there.length === 0)) return undefined;
    const read = { lines: there, other: otherData, before: earlierData, comparison };
    return readTrend(data, { ...read, isOrdered, rolling, zoom: by === null ? zoom : null });
  }, [
    data,
    isOld,
    otherData,
    earlierData,
    compared,
    isIndependent,
    isOrdered,
    lines,
    rolling,
    zoom,
    by,
    cuts,
    parts,
    here,
  ]);
  const questions = read?.questions ?? null;
  const buckets = useMemo(
    () => bucketsOf(data, questions, { asked, by, isOrdered, title: by === null ? "" : titleIn(here, by), timeZone }),
    [data, questions, asked, by, isOrdered, here, timeZone],
  );
  return {
    ...wanted,
    notes,
    /** The first and the last day in view, also where they make no sense. */
    ends: endsOf(state, reach ?? null),
    asked,
    /** The same before its buckets are settled. */
    wish,
    /** The buckets that suit the answers; null: others are chosen, or they are not known yet. */
    first,
    trend,
    /** Why a group's line could not be read. */
    cutsError: parts.error,
    other,
    /** Who is excluded for quality, as far as is known of what is shown. */
    exclusions: trend.data
      ? exclusionsIn(trend.data, { isAsked: includeExcluded && !isOld })
      : (extent.data?.exclusions ?? null),
    /** Somebody has given it up. */
    isStopped: project !== null && awaited.isPending && awaited.fetchStatus === "idle",
    cancel: () => void client.cancelQueries({ queryKey: wish ? trendQuery(asked ?? wish).queryKey : EXTENTS }),
    readAgain: () => void awaited.refetch(),
    /** Null while there is nothing of it to show. */
    compared: otherData ? compared : null,
    independence,
    isCompared: compared !== null,
    /** Whether what is shown is not, or not all of, what is asked for. */
    isOld:
      trend.isPlaceholderData ||
      parts.isOld ||
      (compared !== null && !otherData && other.isFetching) ||
      (before !== null && !earlierData && earlier.isFetching),
    /** Why what a rolling mean reaches back to, before the range, could not be read. */
    cutShort: before === null ? null : (earlier.error?.message ?? null),
    questions,
    /** What is drawn around the lines. */
    band: bandShown(state.band, questions ?? []),
    missing: read?.missing ?? NO_LINES,
    tests: read?.tests ?? 0,
    /** Of all buckets, also of those out of view. */
    starts: read?.starts ?? NO_STARTS,
    buckets,
    /** Asked by a question, the service answered by time. */
    knowsNoWaves: by !== null && trend.data !== undefined && !trend.isPlaceholderData && trend.data.buckets === null,
    timeZone,
  };
}

type Parts = { trends: { cut: Cut; trend: Trend }[]; isOld: boolean; error: Error | null };

/** The trend of each group of respondents; those not there yet are left out. */
function useCuts(asked: TrendAsk | null, cuts: readonly Cut[]): Parts {
  return useQueries({
    queries: cuts.map(({ filter }) => ({
      ...trendQuery(asked ? { ...asked, filter: [...asked.filter, ...filter] } : NOTHING),
      enabled: asked !== null,
    })),
    combine: (results) => ({
      trends: results.flatMap(({ data }, at) => {
        const cut = cuts[at];
        return data && cut ? [{ cut, trend: data }] : [];
      }),
      isOld: results.some(({ isPlaceholderData }) => isPlaceholderData),
      error: results.find(({ error }) => error)?.error ?? null,
    }),
  });
}

/**
 * The request, with buckets that suit the answers unless others are chosen. Buckets that suit the range are read first;
 * a second request follows only if they hold too few answers.
 */
function useFirstBucket(wish: TrendAsk | null, isAutomatic: boolean) {
  const probe = useQuery({ ...trendQuery(wish ?? NOTHING), enabled: wish !== null && isAutomatic });
  const { data, error } = probe;
  const first = useMemo(() => {
    if (!isAutomatic || !wish || !data) return null;
    const { type, timeZone, lines } = wish;
    const series = lines.filter((line) => holdsLine(data, line)).flatMap((line) => seriesIn(data, line) ?? []);
    const starts = series[0]?.points.map(({ at }) => at) ?? [];
    const zone = zoneOfBuckets(starts, type, timeZone);
    // A service that says how many responses count is one that has our buckets too.
    return firstBucket({ series, type, timeZone: zone, hasWeeks: data.counted !== null });
  }, [isAutomatic, wish, data]);
  const asked = useMemo(() => {
    if (!wish || !isAutomatic || error) return wish;
    return first && { ...wish, type: first.type };
  }, [wish, isAutomatic, error, first]);
  return { asked, first, probe };
}

export type TrendShown = ReturnType<typeof useTrend>;

const NO_LINES: TrendLine[] = [];
const NO_STARTS: number[] = [];
const EXTENTS = ["trends", "extent"];
const NOTHING: TrendAsk = {
  projectId: "",
  days: { from: "", to: "" },
  type: "daily",
  by: null,
  lines: [],
  filter: [],
  weight: null,
  includeExcluded: false,
  quartiles: false,
  timeZone: "UTC",
};

const titleIn = (here: readonly Parameters<typeof titleOf>[0][], id: string) => {
  const question = here.find((each) => each.id === id);
  return question ? titleOf(question) : id;
};

type Around = { asked: TrendAsk | null; by: string | null; isOrdered: boolean; title: string; timeZone: string };

/** What the buckets are; of time by the clock that they really begin by, which need not be the one asked for. */
function bucketsOf(
  trend: Trend | undefined,
  questions: readonly TrendQuestion[] | null,
  { asked, by, isOrdered, title, timeZone }: Around,
): TrendBuckets {
  if (by !== null) {
    const labels = trend?.buckets?.map(({ label }) => label) ?? [];
    return { kind: "waves", question: title, labels, isOrdered };
  }
  const type = asked?.type ?? "daily";
  const starts = questions?.[0]?.series.points.map(({ at }) => at) ?? [];
  return { kind: "time", type, timeZone: asked ? zoneOfBuckets(starts, type, timeZone) : timeZone };
}

type Settled = Pick<TrendState, "project" | "bucket"> &
  Omit<TrendAsk, "projectId" | "days" | "type"> & { days: Days | null };

/** What is asked; null as long as something about it is not known, or makes no sense. */
function askOf({ project, days, bucket, ...settled }: Settled): TrendAsk | null {
  if (project === null || days === null || settled.lines.length === 0) return null;
  return { projectId: project, days, type: bucket ?? usualBucket(days), ...settled };
}
