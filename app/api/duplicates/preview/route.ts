import { previewActivation as operation } from "@/lib/contracts/ours/duplicates";
import { previewActivation } from "@/lib/duplicates/preview";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await previewActivation(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
