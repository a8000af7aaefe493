import { rotateKey as operation } from "@/lib/contracts/ours/api-keys";
import { refuse, route } from "@/lib/routes/route";
import { rotateKey } from "@/lib/settings/keys";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await rotateKey(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
