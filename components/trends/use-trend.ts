import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFormat } from "@/components/ui/use-format";
import { zoneOfBuckets } from "@/lib/charts/bucket-label";
import { prepareTrend } from "@/lib/charts/prepare-trend";
import { prepareSeries } from "@/lib/charts/series";
import type { Trend } from "@/lib/contracts/analysis";
import type { Question } from "@/lib/contracts/answers";
import type { TrendState } from "@/lib/trends/address";
import { extentQuery, type TrendAsk, trendNotesQuery, trendQuery, trendQuestionsQuery } from "@/lib/trends/queries";
import { previousPeriod, usualBucket } from "@/lib/trends/range";

/** Questions that a project opens with, where the address names none. */
const USUAL_QUESTIONS = 6;

export type QuestionChoice = { id: string; title: string };

const titleOf = ({ id, text, grid }: Question) => [grid?.text, text].filter(Boolean).join(": ") || id;

/** The questions that have a trend, in the project's order; those that only the service knows stand as their ids. */
function choicesOf(ids: readonly string[], known: readonly Question[]): QuestionChoice[] {
  const wanted = new Set(ids);
  const named = known
    .filter(({ id }) => wanted.has(id))
    .map((question) => ({ id: question.id, title: titleOf(question) }));
  const found = new Set(named.map(({ id }) => id));
  return [...named, ...ids.filter((id) => !found.has(id)).map((id) => ({ id, title: id }))];
}

const seriesIn = (trend: Trend | undefined, id: string) => prepareSeries(id, trend?.responses[id] ?? []);

/** All that the page needs to know of a state: what can be chosen, what is asked, and the trend as it is shown. */
export function useTrend(state: TrendState) {
  const { project, zone } = state;
  const own = useFormat().settings.timeZone;
  const timeZone = zone ?? own;
  const isChosen = project !== null;
  const extent = useQuery({ ...extentQuery(project ?? ""), enabled: isChosen });
  const known = useQuery({ ...trendQuestionsQuery(project ?? ""), enabled: isChosen });
  const notes = useQuery({ ...trendNotesQuery(project ?? ""), enabled: isChosen });

  const choices = useMemo(
    () => choicesOf(extent.data?.questions ?? [], known.data?.questions ?? []),
    [extent.data, known.data],
  );
  const ids = useMemo(
    () => state.questions ?? choices.slice(0, USUAL_QUESTIONS).map(({ id }) => id),
    [state.questions, choices],
  );
  const asked = askOf(state, { ids, timeZone, extent: extent.data?.days ?? null });
  const trend = useQuery({ ...trendQuery(asked ?? NOTHING), enabled: asked !== null });
  const before = asked && { ...asked, days: previousPeriod(asked.days, asked.type) };
  const other = useQuery({ ...trendQuery(before ?? NOTHING), enabled: before !== null && state.compare !== null });

  const { data } = trend;
  const { data: otherData } = other;
  const isCompared = state.compare !== null;
  const titles = useMemo(() => new Map(choices.map(({ id, title }) => [id, title])), [choices]);
  const questions = useMemo(() => {
    if (!data) return null;
    const shown = ids.map((id) => ({
      id,
      title: titles.get(id) ?? id,
      series: seriesIn(data, id),
      ...(isCompared && otherData && { other: seriesIn(otherData, id) }),
    }));
    return prepareTrend({ questions: shown, rolling: state.rolling, zoom: state.zoom });
  }, [data, otherData, isCompared, ids, titles, state.rolling, state.zoom]);

  const starts = questions?.[0]?.series.points.map(({ at }) => at) ?? [];
  return {
    extent,
    known,
    notes,
    choices,
    ids,
    asked,
    before,
    trend,
    other,
    questions,
    /** The zone chosen, and the one whose clock the buckets really begin by. */
    timeZone,
    shownZone: asked ? zoneOfBuckets(starts, asked.type, timeZone) : timeZone,
  };
}

export type TrendShown = ReturnType<typeof useTrend>;

const NOTHING: TrendAsk = {
  projectId: "",
  days: { from: "", to: "" },
  type: "daily",
  questions: [],
  filter: [],
  weight: null,
  timeZone: "UTC",
};

type Settled = { ids: string[]; timeZone: string; extent: { from: string; to: string } | null };

/** What is asked; null as long as something about it is not known, or makes no sense. */
function askOf(state: TrendState, { ids, timeZone, extent }: Settled): TrendAsk | null {
  const { project, filter, weight } = state;
  const [from, to] = [state.from ?? extent?.from, state.to ?? extent?.to];
  if (project === null || from === undefined || to === undefined || from > to || ids.length === 0) return null;
  const days = { from, to };
  return {
    projectId: project,
    days,
    type: state.bucket ?? usualBucket(days),
    questions: ids,
    filter,
    weight,
    timeZone,
  };
}
