import * as activation from "@/lib/contracts/interfaces/activation";
import { passActivity } from "@/lib/duplicates/pass-on";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: activation.getActivity,
  handle: async ({ context, input, headers }) => ({
    body: await passActivity({ context, accountId: accountIn(headers) }, input.query),
  }),
});

export const POST = route({
  operation: activation.findActivity,
  handle: async ({ context, input, headers }) => ({
    body: await passActivity({ context, accountId: accountIn(headers) }, input.body),
  }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
