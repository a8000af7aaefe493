import { previewSurveyChange as operation } from "@/lib/contracts/jobs";
import { previewSurveyChange } from "@/lib/jobs/change-surveys";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await previewSurveyChange(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
