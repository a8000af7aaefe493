import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: fielding.getSession,
  handle: async ({ context, params }) => ({ body: await callFielding(context, fielding.getSession, { params }) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
