import { getEvidence as operation } from "@/lib/contracts/ours/respondents";
import { getEvidence } from "@/lib/respondents/read-evidence";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input: { query } }) => ({
    body: await getEvidence(context, query.survey_id, query.respondent_id),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
