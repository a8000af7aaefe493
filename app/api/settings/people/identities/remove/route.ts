import * as contract from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { removeIdentity } from "@/lib/settings/people";

export const POST = route({
  operation: contract.removeIdentity,
  handle: async ({ context, input }) => ({ body: await removeIdentity(context, input.body.id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
