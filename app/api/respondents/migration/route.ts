import * as contract from "@/lib/contracts/ours/respondents";
import { previewMigration, startMigration } from "@/lib/respondents/migration";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.previewMigration,
  handle: async ({ context, input: { query } }) => ({ body: await previewMigration(context, query.survey_id) }),
});

export const POST = route({
  operation: contract.startMigration,
  handle: async ({ context, input: { body } }) => ({ body: await startMigration(context, body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
