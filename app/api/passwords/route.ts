import * as contract from "@/lib/contracts/ours/passwords";
import { setPassword } from "@/lib/passwords/set-password";
import { refuse, strangersRoute } from "@/lib/routes/route";

export const POST = strangersRoute({
  operation: contract.setPassword,
  handle: async ({ input: { body }, requestId }) => ({ body: await setPassword(body.link, body.password, requestId) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
