import * as contract from "@/lib/contracts/ours/trends";
import { refuse, route } from "@/lib/routes/route";
import { updateTrendNote } from "@/lib/trends/notes";

export const POST = route({
  operation: contract.updateTrendNote,
  handle: async ({ context, input }) => ({ body: await updateTrendNote(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
