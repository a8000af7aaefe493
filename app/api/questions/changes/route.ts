import { changeQuestions } from "@/lib/answers/questions/change-questions";
import { changeQuestions as operation } from "@/lib/contracts/ours/question-changes";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input, signal }) => ({ body: await changeQuestions(context, input.body, signal) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
