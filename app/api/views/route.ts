import * as contract from "@/lib/contracts/ours/views";
import { refuse, route } from "@/lib/routes/route";
import { createView, listViews, openedView, updateView } from "@/lib/views/saved-views";

export const GET = route({
  operation: contract.listViews,
  handle: async ({ context, input: { query } }) => ({
    body: await (query.opened === undefined
      ? listViews(context, query.list)
      : openedView(context, query.list, query.opened)),
  }),
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
