import * as contract from "@/lib/contracts/ours/passwords";
import { lookUpLink } from "@/lib/passwords/set-password";
import { refuse, strangersRoute } from "@/lib/routes/route";

export const POST = strangersRoute({
  operation: contract.lookUpPasswordLink,
  handle: async ({ input }) => ({ body: await lookUpLink(input.body.link) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
