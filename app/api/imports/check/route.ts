import { checkImport } from "@/lib/answers/imports/imports";
import { checkImport as operation } from "@/lib/contracts/ours/imports";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input, signal }) => ({ body: await checkImport(context, input.body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
