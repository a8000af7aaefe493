import { removeQuestion } from "@/lib/answers/questions/questions";
import { removeQuestion as operation } from "@/lib/contracts/ours/questions";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({ body: await removeQuestion(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
