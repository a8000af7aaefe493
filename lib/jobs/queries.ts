import { queryOptions } from "@tanstack/react-query";
import * as jobs from "@/lib/contracts/jobs";
import { api } from "@/lib/http/client";

const RUNNING_MS = 1000;
const QUIET_MS = 15_000;

export const isActive = ({ state }: jobs.Job) => state === "waiting" || state === "running";

/** The viewer's jobs; looked at every second while one runs. */
export const jobsQuery = () =>
  queryOptions({
    queryKey: ["jobs"],
    queryFn: async ({ signal }) => (await api(jobs.listJobs, { signal })).data.jobs,
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? RUNNING_MS : QUIET_MS),
  });

/** One page of a job's steps; asked again while it runs. */
export const jobItemsQuery = (job: jobs.Job, page: number) =>
  queryOptions({
    queryKey: ["jobs", job.id, "items", page, job.state, job.counts],
    queryFn: async ({ signal }) => (await api(jobs.listJobItems, { query: { id: job.id, page }, signal })).data,
    placeholderData: (previous) => previous,
  });

export const controlJob = async (id: string, action: jobs.JobAction) =>
  (await api(jobs.controlJob, { body: { id, action } })).data;

export const resultFileAddress = (id: string) => `/api/jobs/result?id=${id}`;
