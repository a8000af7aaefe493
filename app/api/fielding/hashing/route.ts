import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: fielding.listHashing,
  handle: async ({ context }) => ({ body: await callFielding(context, fielding.listHashing) }),
});

export const PATCH = route({
  operation: fielding.updateHashing,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.updateHashing, { body: input.body }),
  }),
});

const refused = refuse("GET, PATCH");

export { refused as DELETE, refused as POST, refused as PUT };
