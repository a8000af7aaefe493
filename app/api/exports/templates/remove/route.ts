import * as contract from "@/lib/contracts/ours/slide-templates";
import { removeSlideTemplate } from "@/lib/exports/slide-templates";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: contract.removeSlideTemplate,
  handle: async ({ context, input }) => ({ body: await removeSlideTemplate(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
