import * as contract from "@/lib/contracts/ours/views";
import { refuse, route } from "@/lib/routes/route";
import { createView, listViews, updateView } from "@/lib/views/saved-views";

export const GET = route({
  operation: contract.listViews,
  handle: async ({ context, input }) => ({ body: await listViews(context, input.query.list) }),
});

export const POST = route({
  operation: contract.createView,
  handle: async ({ context, input }) => ({ body: await createView(context, input.body) }),
});

export const PATCH = route({
  operation: contract.updateView,
  handle: async ({ context, input }) => ({ body: await updateView(context, input.body) }),
});

const refused = refuse("GET, POST, PATCH");

export { refused as DELETE, refused as PUT };
