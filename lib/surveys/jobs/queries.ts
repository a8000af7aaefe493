import { queryOptions } from "@tanstack/react-query";
import * as jobsCalls from "@/lib/contracts/calls/jobs";
import type * as Jobs from "@/lib/contracts/ours/jobs";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const jobs = contract<typeof Jobs>(jobsCalls);

/** What a change would do. Not among the jobs' keys: a job that begins does not ask for it again. */
export const surveyChangePreviewQuery = (body: Jobs.ChangeSurveysInput) =>
  queryOptions({
    queryKey: ["survey-change", body],
    queryFn: async ({ signal }) => (await api(jobs.previewSurveyChange, { body, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const startSurveyChange = async (body: Jobs.StartChangeInput) =>
  (await api(jobs.startSurveyChange, { body })).data;

export const startNewSurveys = async (body: Jobs.NewSurveysInput) => (await api(jobs.startNewSurveys, { body })).data;
