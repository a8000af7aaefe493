import * as contract from "@/lib/contracts/ours/pivots";
import { getTableDefaults, saveTableDefaults } from "@/lib/pivots/table-defaults";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getTableDefaults,
  handle: async ({ context, input }) => ({ body: await getTableDefaults(context, input.query.project_id) }),
});

export const POST = route({
  operation: contract.saveTableDefaults,
  handle: async ({ context, input }) => ({ body: await saveTableDefaults(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
