import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: fielding.summarizeSessions,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.summarizeSessions, { query: input.query }),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
