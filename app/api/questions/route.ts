import { addQuestion, listQuestions, updateQuestion } from "@/lib/answers/questions/questions";
import * as contract from "@/lib/contracts/ours/questions";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listQuestions,
  handle: async ({ context, input }) => ({ body: await listQuestions(context, input.query.project_id) }),
});

export const PATCH = route({
  operation: contract.updateQuestion,
  handle: async ({ context, input }) => ({ body: await updateQuestion(context, input.body) }),
});

export const POST = route({
  operation: contract.addQuestion,
  handle: async ({ context, input }) => ({ body: await addQuestion(context, input.body) }),
});

const refused = refuse("GET, PATCH, POST");

export { refused as DELETE, refused as PUT };
