import { passSetThreshold, passThreshold } from "@/lib/checks/pass-on";
import { getThreshold, setThreshold } from "@/lib/contracts/interfaces/fraud-account";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: getThreshold,
  handle: async ({ context, headers }) => ({ body: await passThreshold({ context, accountId: accountIn(headers) }) }),
});

export const PATCH = route({
  operation: setThreshold,
  handle: async ({ context, input, headers }) => ({
    body: await passSetThreshold({ context, accountId: accountIn(headers) }, input.body.threshold),
  }),
});

const refused = refuse("GET, PATCH");

export { refused as DELETE, refused as POST, refused as PUT };
