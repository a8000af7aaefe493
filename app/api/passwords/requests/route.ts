import * as contract from "@/lib/contracts/ours/passwords";
import { requestLink } from "@/lib/passwords/request-link";
import { refuse, strangersRoute } from "@/lib/routes/route";

export const POST = strangersRoute({
  operation: contract.requestPasswordLink,
  handle: async ({ input, requestId }) => {
    requestLink(input.body.email, requestId);
    return { body: { requested: true } };
  },
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
