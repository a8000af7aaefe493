import * as contract from "@/lib/contracts/ours/slide-templates";
import { getSlideLook } from "@/lib/exports/slide-templates";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getSlideLook,
  handle: async ({ context, input }) => ({ body: await getSlideLook(context, input.query.project_id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
