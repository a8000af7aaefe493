import * as contract from "@/lib/contracts/ours/invitations";
import { refuse, route } from "@/lib/routes/route";
import { inviteUser } from "@/lib/settings/invitations";

export const POST = route({
  operation: contract.inviteUser,
  handle: async ({ context, input }) => ({ body: await inviteUser(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
