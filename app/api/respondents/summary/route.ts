import { summarizeRespondents as operation } from "@/lib/contracts/ours/respondents";
import { summarize } from "@/lib/respondents/read-respondents";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input: { query } }) => ({ body: await summarize(context, query.survey_id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
