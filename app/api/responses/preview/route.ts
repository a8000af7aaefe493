import { previewReconciliation as operation } from "@/lib/contracts/ours/responses";
import { previewReconciliation } from "@/lib/responses/survey-responses";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await previewReconciliation(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
