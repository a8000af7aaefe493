import * as contract from "@/lib/contracts/ours/respondents";
import { getThresholds, saveThresholds } from "@/lib/respondents/stored-thresholds";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getThresholds,
  handle: async ({ context, input: { query } }) => ({ body: await getThresholds(context, query.survey_id) }),
});

export const POST = route({
  operation: contract.saveThresholds,
  handle: async ({ context, input: { body } }) => ({ body: await saveThresholds(context, body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
