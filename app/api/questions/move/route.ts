import { moveQuestion } from "@/lib/answers/questions/questions";
import { moveQuestion as operation } from "@/lib/contracts/ours/questions";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await moveQuestion(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
