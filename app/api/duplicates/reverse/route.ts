import { reverseActivation as operation } from "@/lib/contracts/ours/duplicates";
import { reverseActivation } from "@/lib/duplicates/reverse-activation";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await reverseActivation(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
