import { guessImport } from "@/lib/answers/imports/imports";
import { guessImport as operation } from "@/lib/contracts/ours/imports";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input, signal }) => ({ body: await guessImport(context, input.body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
