import { removeWeight } from "@/lib/answers/weights/make-weight";
import { removeWeight as operation } from "@/lib/contracts/ours/weights";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input, signal }) => ({ body: await removeWeight(context, input.body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
