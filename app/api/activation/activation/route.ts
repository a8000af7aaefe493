import * as activation from "@/lib/contracts/interfaces/activation";
import { passActivation } from "@/lib/duplicates/pass-on";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: activation.activate,
  handle: async ({ context, input, headers }) => ({
    body: await passActivation({ context, accountId: accountIn(headers) }, input.body),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
