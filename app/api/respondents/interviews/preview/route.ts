import { previewCoherence as operation } from "@/lib/contracts/ours/interviews";
import { previewCoherence } from "@/lib/respondents/interviews";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input: { body }, signal }) => ({ body: await previewCoherence(context, body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
