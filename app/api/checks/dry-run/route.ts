import { previewThreshold } from "@/lib/checks/check-settings";
import { previewThreshold as operation } from "@/lib/contracts/ours/checks";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input }) => ({ body: await previewThreshold(context, input.query) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
