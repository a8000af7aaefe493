import * as contract from "@/lib/contracts/ours/views";
import { refuse, route } from "@/lib/routes/route";
import { deleteView } from "@/lib/views/saved-views";

export const POST = route({
  operation: contract.deleteView,
  handle: async ({ context, input }) => ({ body: await deleteView(context, input.body.id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
