import { previewThresholds as operation } from "@/lib/contracts/ours/respondents";
import { previewThresholds } from "@/lib/respondents/preview-thresholds";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input: { body }, signal }) => ({ body: await previewThresholds(context, body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
