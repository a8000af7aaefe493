import { startNewSurveys as operation } from "@/lib/contracts/ours/jobs";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";
import { newSurveysJob } from "@/lib/surveys/jobs/create-surveys";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await startJob(context, await newSurveysJob(input.body)) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
