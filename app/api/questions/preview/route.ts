import { previewQuestion } from "@/lib/answers/questions/count-answers";
import { previewQuestion as operation } from "@/lib/contracts/ours/questions";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input, signal }) => ({ body: await previewQuestion(context, input.body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
