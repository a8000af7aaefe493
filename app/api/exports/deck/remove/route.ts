import * as contract from "@/lib/contracts/ours/deck";
import { removeSlides } from "@/lib/exports/deck";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: contract.removeSlides,
  handle: async ({ context, input }) => ({ body: await removeSlides(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
