import * as jobs from "@/lib/contracts/ours/jobs";
import { controlJob, listJobs } from "@/lib/jobs/control-job";
import { refuse, route } from "@/lib/routes/route";
import { jobKinds } from "@/lib/start/job-kinds";
import { startSurveyChange } from "@/lib/surveys/jobs/change-surveys";

export const GET = route({
  operation: jobs.listJobs,
  handle: async ({ context }) => ({ body: { jobs: await listJobs(context, jobKinds) } }),
});

export const POST = route({
  operation: jobs.startSurveyChange,
  handle: async ({ context, input }) => ({ body: await startSurveyChange(context, input.body) }),
});

export const PATCH = route({
  operation: jobs.controlJob,
  handle: async ({ context, input }) => ({ body: await controlJob(context, jobKinds, input.body) }),
});

const refused = refuse("GET, PATCH, POST");

export { refused as DELETE, refused as PUT };
