import * as contract from "@/lib/contracts/ours/deck";
import { addToDeck, listDeck, renameSlide } from "@/lib/exports/deck";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listDeck,
  handle: async ({ context, input }) => ({ body: await listDeck(context, input.query.project_id) }),
});

export const POST = route({
  operation: contract.addToDeck,
  handle: async ({ context, input }) => ({ body: await addToDeck(context, input.body) }),
});

export const PATCH = route({
  operation: contract.renameSlide,
  handle: async ({ context, input }) => ({ body: await renameSlide(context, input.body) }),
});

const refused = refuse("GET, POST, PATCH");

export { refused as DELETE, refused as PUT };
