import * as contract from "@/lib/contracts/ours/deck";
import { moveSlide } from "@/lib/exports/deck";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: contract.moveSlide,
  handle: async ({ context, input }) => ({ body: await moveSlide(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
