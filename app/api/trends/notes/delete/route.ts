import * as contract from "@/lib/contracts/ours/trends";
import { refuse, route } from "@/lib/routes/route";
import { deleteTrendNote } from "@/lib/trends/notes";

export const POST = route({
  operation: contract.deleteTrendNote,
  handle: async ({ context, input }) => ({ body: await deleteTrendNote(context, input.body.id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
