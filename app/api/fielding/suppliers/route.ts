import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: fielding.listSuppliers,
  handle: async ({ context }) => ({ body: await callFielding(context, fielding.listSuppliers) }),
});

export const POST = route({
  operation: fielding.createSupplier,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.createSupplier, { body: input.body }),
  }),
});

export const PATCH = route({
  operation: fielding.updateSupplier,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.updateSupplier, { body: input.body }),
  }),
});

const refused = refuse("GET, POST, PATCH");

export { refused as DELETE, refused as PUT };
