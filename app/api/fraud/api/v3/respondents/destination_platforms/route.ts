import { passPlatforms, passSetPlatforms } from "@/lib/checks/pass-on";
import { listPlatforms, setPlatforms } from "@/lib/contracts/interfaces/fraud-account";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: listPlatforms,
  handle: async ({ context, headers }) => ({ body: await passPlatforms({ context, accountId: accountIn(headers) }) }),
});

export const PATCH = route({
  operation: setPlatforms,
  handle: async ({ context, input, headers }) => ({
    body: await passSetPlatforms({ context, accountId: accountIn(headers) }, input.body.results),
  }),
});

const refused = refuse("GET, PATCH");

export { refused as DELETE, refused as POST, refused as PUT };
