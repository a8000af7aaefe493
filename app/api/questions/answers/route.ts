import { countAnswers } from "@/lib/answers/questions/count-answers";
import { countAnswers as operation } from "@/lib/contracts/ours/questions";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input, signal }) => ({ body: await countAnswers(context, input.query.project_id, signal) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
