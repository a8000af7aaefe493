import { previewSurveyChange as operation } from "@/lib/contracts/ours/jobs";
import { refuse, route } from "@/lib/routes/route";
import { previewSurveyChange } from "@/lib/surveys/jobs/change-surveys";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await previewSurveyChange(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
