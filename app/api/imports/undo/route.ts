import { undoNewest } from "@/lib/answers/imports/imports";
import { undoImport as operation } from "@/lib/contracts/ours/imports";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await undoNewest(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
