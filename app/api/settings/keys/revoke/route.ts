import { revokeKey as operation } from "@/lib/contracts/ours/api-keys";
import { refuse, route } from "@/lib/routes/route";
import { revokeKey } from "@/lib/settings/keys";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await revokeKey(context, input.body.id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
