import * as contract from "@/lib/contracts/ours/views";
import { refuse, route } from "@/lib/routes/route";
import { setDefaultView } from "@/lib/views/saved-views";

export const POST = route({
  operation: contract.setDefaultView,
  handle: async ({ context, input }) => ({ body: await setDefaultView(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
