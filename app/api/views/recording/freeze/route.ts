import * as contract from "@/lib/contracts/ours/recordings";
import { refuse, route } from "@/lib/routes/route";
import { freezeTable } from "@/lib/views/recordings";

export const POST = route({
  operation: contract.freezeTable,
  handle: async ({ context, input }) => ({ body: await freezeTable(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
