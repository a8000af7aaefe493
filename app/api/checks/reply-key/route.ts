import { createReplyKey } from "@/lib/checks/check-settings";
import { createReplyKey as operation } from "@/lib/contracts/ours/checks";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await createReplyKey(context, input.body.account_id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
