import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: fielding.removeTestSessions,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.removeTestSessions, { body: input.body }),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
