import { queryOptions } from "@tanstack/react-query";
import * as softLaunchesCalls from "@/lib/contracts/calls/soft-launches";
import type * as SoftLaunches from "@/lib/contracts/ours/soft-launches";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { isUnderWay } from "./launch";

const softLaunches = contract<typeof SoftLaunches>(softLaunchesCalls);

const LOOK_MS = 10_000;

/** A survey's soft launch, null when it never had one; looked at again while it goes on. */
export const softLaunchQuery = (surveyId: string) =>
  queryOptions({
    queryKey: ["soft-launches", "survey", surveyId],
    queryFn: async ({ signal }) =>
      (await api(softLaunches.getSoftLaunch, { query: { survey_id: surveyId }, signal })).data.launch,
    refetchInterval: ({ state: { data } }) => (data && (data.writing || isUnderWay(data)) ? LOOK_MS : false),
  });

/** The viewer's surveys that wait for a decision. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ["soft-launches", "waiting"],
    queryFn: async ({ signal }) => (await api(softLaunches.listWaitingSoftLaunches, { signal })).data.launches,
    refetchInterval: 60_000,
  });

/** What an action would write, never taken from an earlier answer. */
export const planQuery = (ask: SoftLaunches.SoftLaunchAsk) =>
  queryOptions({
    queryKey: ["soft-launches", "plan", ask],
    queryFn: async ({ signal }) => (await api(softLaunches.previewSoftLaunch, { body: ask, signal })).data,
    gcTime: 0,
    retry: false,
  });

export const changeSoftLaunch = async (body: SoftLaunches.SoftLaunchAsk) =>
  (await api(softLaunches.changeSoftLaunch, { body })).data;
