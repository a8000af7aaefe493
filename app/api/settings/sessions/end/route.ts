import { endSession as operation } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { endSession } from "@/lib/settings/own-sessions";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await endSession(context, input.body.id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
