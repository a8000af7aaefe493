import { queryOptions } from "@tanstack/react-query";
import * as contract from "@/lib/contracts/soft-launches";
import { api } from "@/lib/http/client";
import { isUnderWay } from "./launch";

const LOOK_MS = 10_000;

/** A survey's soft launch, null when it never had one; looked at again while it goes on. */
export const softLaunchQuery = (surveyId: string) =>
  queryOptions({
    queryKey: ["soft-launches", "survey", surveyId],
    queryFn: async ({ signal }) =>
      (await api(contract.getSoftLaunch, { query: { survey_id: surveyId }, signal })).data.launch,
    refetchInterval: ({ state: { data } }) => (data && (data.writing || isUnderWay(data)) ? LOOK_MS : false),
  });

/** The viewer's surveys that wait for a decision. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ["soft-launches", "waiting"],
    queryFn: async ({ signal }) => (await api(contract.listWaitingSoftLaunches, { signal })).data.launches,
    refetchInterval: 60_000,
  });

/** What an action would write, never taken from an earlier answer. */
export const planQuery = (ask: contract.SoftLaunchAsk) =>
  queryOptions({
    queryKey: ["soft-launches", "plan", ask],
    queryFn: async ({ signal }) => (await api(contract.previewSoftLaunch, { body: ask, signal })).data,
    gcTime: 0,
    retry: false,
  });

export const changeSoftLaunch = async (body: contract.SoftLaunchAsk) =>
  (await api(contract.changeSoftLaunch, { body })).data;
