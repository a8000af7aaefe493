import { startNewSurveys as operation } from "@/lib/contracts/jobs";
import { newSurveysWork } from "@/lib/jobs/create-surveys";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await startJob(context, newSurveysWork(input.body)) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
