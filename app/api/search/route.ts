import * as contract from "@/lib/contracts/ours/search";
import { refuse, route } from "@/lib/routes/route";
import { findAnything } from "@/lib/search/find-anything";

export const GET = route({
  operation: contract.search,
  handle: async ({ context, input }) => ({ body: await findAnything(context, input.query.text) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
