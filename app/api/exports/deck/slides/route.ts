import * as contract from "@/lib/contracts/ours/deck";
import { getDeckSlides } from "@/lib/exports/deck";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getDeckSlides,
  handle: async ({ context, input }) => ({ body: await getDeckSlides(context, input.query.project_id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
