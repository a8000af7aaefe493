import * as jobs from "@/lib/contracts/jobs";
import { controlJob, listJobs, startSurveyChange } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: jobs.listJobs,
  handle: async ({ context }) => ({ body: { jobs: await listJobs(context) } }),
});

export const POST = route({
  operation: jobs.startSurveyChange,
  handle: async ({ context, input }) => ({ body: await startSurveyChange(context, input.body) }),
});

export const PATCH = route({
  operation: jobs.controlJob,
  handle: async ({ context, input }) => ({ body: await controlJob(context, input.body) }),
});

const refused = refuse("GET, PATCH, POST");

export { refused as DELETE, refused as PUT };
