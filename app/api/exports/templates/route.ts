import * as contract from "@/lib/contracts/ours/slide-templates";
import { listSlideTemplates, setSlideTemplate } from "@/lib/exports/slide-templates";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listSlideTemplates,
  handle: async ({ context }) => ({ body: await listSlideTemplates(context) }),
});

export const POST = route({
  operation: contract.setSlideTemplate,
  handle: async ({ context, input, bytes }) => ({ body: await setSlideTemplate(context, input.query, bytes) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
