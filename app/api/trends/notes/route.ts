import * as contract from "@/lib/contracts/ours/trends";
import { refuse, route } from "@/lib/routes/route";
import { addTrendNote, listTrendNotes } from "@/lib/trends/notes";

export const GET = route({
  operation: contract.listTrendNotes,
  handle: async ({ context, input }) => ({ body: await listTrendNotes(context, input.query.project_id) }),
});

export const POST = route({
  operation: contract.addTrendNote,
  handle: async ({ context, input }) => ({ body: await addTrendNote(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
