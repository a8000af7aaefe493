import { fetchSpecs as operation } from "@/lib/contracts/interfaces/pivot";
import { fetchSpecs } from "@/lib/gateway/pivot";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input: { body, raw }, signal }) => ({
    body: await fetchSpecs(context, { projectId: body.projectId, body: raw, signal }),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
