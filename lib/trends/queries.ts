import { queryOptions } from "@tanstack/react-query";
import * as analysisCalls from "@/lib/contracts/calls/analysis";
import * as questionsCalls from "@/lib/contracts/calls/questions";
import * as trendsCalls from "@/lib/contracts/calls/trends";
import type * as Analysis from "@/lib/contracts/interfaces/analysis";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import type * as Questions from "@/lib/contracts/ours/questions";
import type * as Trends from "@/lib/contracts/ours/trends";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import type { Exclusions } from "@/lib/tables/exclusion-words";
import { bodyOf, type TrendAsk } from "./ask";
import { readExtent, sharesToAsk } from "./extent";
import { extentBy, type ProjectExtent } from "./extent-by";
import { answersIn, exclusionsIn } from "./read-trend";

const analysis = contract<typeof Analysis>(analysisCalls);
const questions = contract<typeof Questions>(questionsCalls);
const trends = contract<typeof Trends>(trendsCalls);

const ask = async (projectId: string, body: Record<string, unknown>, signal: AbortSignal): Promise<Trend> =>
  (await api(analysis.getTrend, { params: { projectId }, body, signal })).data;

export const trendQuery = (asked: TrendAsk) =>
  queryOptions({
    queryKey: ["trends", "trend", asked] as const,
    queryFn: ({ signal }) => ask(asked.projectId, bodyOf(asked), signal),
    placeholderData: (before, query) => (query && hasBucketsOf(query.queryKey[2], asked) ? before : undefined),
    staleTime: 60_000,
  });

/** Whether what was read before is of the same project and stands in the buckets that are asked for now. */
const hasBucketsOf = (before: TrendAsk, now: TrendAsk) =>
  (["projectId", "type", "by", "timeZone"] as const).every((each) => before[each] === now[each]);

/** How many answers stand behind both of two filters, of these lines together; null: the service does not say. */
export const sharedQuery = (asked: TrendAsk, against: FilterItem[]) => {
  const both: TrendAsk = { ...asked, quartiles: false, type: "yearly", filter: [...asked.filter, ...against] };
  return queryOptions({
    queryKey: ["trends", "shared", both],
    queryFn: async ({ signal }) => answersIn(await ask(both.projectId, bodyOf(both), signal), both.lines),
    staleTime: 60_000,
  });
};

type ExtentAsk = { timeZone: string; includeExcluded: boolean };

/** By another zone the days are others, and the questions the same; so they are with those excluded for quality. */
export const extentQuery = (projectId: string, { timeZone, includeExcluded }: ExtentAsk) =>
  queryOptions({
    queryKey: ["trends", "extent", projectId, timeZone, includeExcluded],
    queryFn: async ({ signal }): Promise<ProjectExtent> => {
      const query = { project_id: projectId, ...(includeExcluded && { include_excluded: true }) };
      const { extent } = (await api(trends.getTrendExtent, { query, signal })).data;
      return extent
        ? extentBy(extent, { timeZone, includeExcluded })
        : askExtent(projectId, { timeZone, includeExcluded, signal });
    },
    placeholderData: (before: ProjectExtent | undefined, query) =>
      query?.queryKey[2] === projectId ? before : undefined,
    staleTime: 300_000,
  });

/** The same of a service that draws trends elsewhere. */
async function askExtent(
  projectId: string,
  { timeZone, includeExcluded, signal }: ExtentAsk & { signal: AbortSignal },
): Promise<ProjectExtent> {
  let exclusions: Exclusions | null = null;
  const askTrend = async (body: Record<string, unknown>) => {
    const trend = await ask(projectId, { ...body, ...(includeExcluded && { includeExcluded }) }, signal);
    exclusions = exclusionsIn(trend, { isAsked: includeExcluded });
    return trend;
  };
  const extent = await readExtent(askTrend, timeZone, async () => {
    const { data } = await api(questions.listQuestions, { query: { project_id: projectId }, signal });
    return sharesToAsk(data.questions);
  });
  return { ...extent, exclusions };
}

export const trendNotesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["trends", "notes", projectId],
    queryFn: async ({ signal }) =>
      (await api(trends.listTrendNotes, { query: { project_id: projectId }, signal })).data.notes,
  });

export const addTrendNote = async (note: { project_id: string; day: string; text: string }) =>
  (await api(trends.addTrendNote, { body: note })).data;

export const updateTrendNote = async ({ note, day, text }: { note: Trends.TrendNote; day: string; text: string }) => {
  const body = { id: note.id, day, text, seen_day: note.day, seen_text: note.text };
  return (await api(trends.updateTrendNote, { body })).data;
};

export const deleteTrendNote = async (id: string) => (await api(trends.deleteTrendNote, { body: { id } })).data;
