import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: fielding.removeSupplier,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.removeSupplier, { body: input.body }),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
