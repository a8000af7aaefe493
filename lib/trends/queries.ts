import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getTrend, type Trend } from "@/lib/contracts/analysis";
import type { FilterItem } from "@/lib/contracts/answer-filter";
import { fillPath } from "@/lib/contracts/operation";
import * as trends from "@/lib/contracts/trends";
import { api } from "@/lib/http/client";
import { bodyOf, type TrendAsk } from "./ask";
import type { Days } from "./range";
import { answersIn } from "./read-trend";

const ask = async (projectId: string, body: Record<string, unknown>, signal: AbortSignal): Promise<Trend> => {
  const operation = { ...getTrend, path: fillPath(getTrend.path, { projectId }) as `/${string}` };
  return (await api(operation, { body, signal })).data;
};

export const trendQuery = (asked: TrendAsk) =>
  queryOptions({
    queryKey: ["trends", "trend", asked],
    queryFn: ({ signal }) => ask(asked.projectId, bodyOf(asked), signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** How many answers stand behind both of two filters, of these lines together; null: the service does not say. */
export const sharedQuery = (asked: TrendAsk, against: FilterItem[]) => {
  const both: TrendAsk = { ...asked, type: "yearly", filter: [...asked.filter, ...against] };
  return queryOptions({
    queryKey: ["trends", "shared", both],
    queryFn: async ({ signal }) => answersIn(await ask(both.projectId, bodyOf(both), signal), both.lines),
    staleTime: 60_000,
  });
};

export type Extent = {
  /** Questions that have a trend, as the service names them. */
  questions: string[];
  /** The first and the last day with answers, by UTC; null without any. */
  days: Days | null;
};

const EARLIEST = 1970;
const hasData = (points: Trend["responses"][string]) => points.filter(({ mean }) => mean !== null);

/**
 * What a project has, asked of the trend itself: in years of all questions, then in months of
 * those years, then in days of the first and the last month. A service
 * that knows nothing but the interface answers it too.
 */
export const extentQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["trends", "extent", projectId],
    queryFn: async ({ signal }): Promise<Extent> => {
      const range = { fromDate: `${EARLIEST}-01-01`, toDate: `${new Date().getUTCFullYear() + 1}-12-31` };
      const { responses } = await ask(projectId, { ...range, type: "yearly", filter: [] }, signal);
      const questions = Object.keys(responses);
      const years = Object.entries(responses).flatMap(([id, points]) => hasData(points).map(({ x }) => ({ id, x })));
      const [first, last] = [least(years), greatest(years)];
      if (!first || !last) return { questions, days: null };
      const wanted = {
        fromDate: `${first.x.slice(0, 4)}-01-01`,
        toDate: `${last.x.slice(0, 4)}-12-31`,
        type: "monthly",
        filter: [],
        questions: [...new Set([first.id, last.id])],
      };
      const months = Object.values((await ask(projectId, wanted, signal)).responses).flatMap(hasData);
      const [from, to] = [least(months)?.x ?? first.x, greatest(months)?.x ?? last.x];
      const { questions: edges } = wanted;
      const daysOf = async (month: string) => {
        const days = {
          fromDate: month.slice(0, 10),
          toDate: endOfMonth(month),
          type: "daily",
          questions: edges,
          filter: [],
        };
        return Object.values((await ask(projectId, days, signal)).responses).flatMap(hasData);
      };
      const days = (await Promise.all([daysOf(from), daysOf(to)])).flat();
      return {
        questions,
        days: { from: dayIn(least(days)?.x ?? from), to: dayIn(greatest(days)?.x ?? endOfMonth(to)) },
      };
    },
    staleTime: 300_000,
  });

const least = <T extends { x: string }>(points: readonly T[]) => points.toSorted((a, b) => a.x.localeCompare(b.x))[0];
const greatest = <T extends { x: string }>(points: readonly T[]) =>
  points.toSorted((a, b) => b.x.localeCompare(a.x))[0];

const dayIn = (x: string) => x.slice(0, 10);

function endOfMonth(x: string): string {
  const date = new Date(x);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

export const trendNotesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["trends", "notes", projectId],
    queryFn: async ({ signal }) =>
      (await api(trends.listTrendNotes, { query: { project_id: projectId }, signal })).data.notes,
  });

export const addTrendNote = async (note: { project_id: string; day: string; text: string }) =>
  (await api(trends.addTrendNote, { body: note })).data;

export const deleteTrendNote = async (id: string) => (await api(trends.deleteTrendNote, { body: { id } })).data;
