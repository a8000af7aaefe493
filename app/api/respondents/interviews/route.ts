import { getInterview as operation } from "@/lib/contracts/ours/interviews";
import { getInterview } from "@/lib/respondents/interviews";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input: { query } }) => ({ body: await getInterview(context, query.survey_id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
