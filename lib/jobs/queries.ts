import { queryOptions } from "@tanstack/react-query";
import * as jobsCalls from "@/lib/contracts/calls/jobs";
import type * as Jobs from "@/lib/contracts/ours/jobs";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const jobs = contract<typeof Jobs>(jobsCalls);

const RUNNING_MS = 1000;
const QUIET_MS = 15_000;

export const isActive = ({ state }: Jobs.Job) => state === "waiting" || state === "running";

/** The viewer's jobs; refetched every second while one runs. */
export const jobsQuery = () =>
  queryOptions({
    queryKey: ["jobs"],
    queryFn: async ({ signal }) => (await api(jobs.listJobs, { signal })).data.jobs,
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? RUNNING_MS : QUIET_MS),
  });

/** One page of a job's steps; refetched while it runs. */
export const jobItemsQuery = (job: Jobs.Job, page: number) =>
  queryOptions({
    queryKey: ["jobs", job.id, "items", page, job.state, job.counts],
    queryFn: async ({ signal }) => (await api(jobs.listJobItems, { query: { id: job.id, page }, signal })).data,
    placeholderData: (previous) => previous,
  });

export const controlJob = async (id: string, action: Jobs.JobAction) =>
  (await api(jobs.controlJob, { body: { id, action } })).data;

export const resultFileAddress = (id: string) => `/api/jobs/result?id=${id}`;
