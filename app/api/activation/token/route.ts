import * as activation from "@/lib/contracts/interfaces/activation";
import { passToken } from "@/lib/duplicates/pass-on";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: activation.getToken,
  handle: async ({ context, headers }) => ({
    body: await passToken({ context, accountId: accountIn(headers) }),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
