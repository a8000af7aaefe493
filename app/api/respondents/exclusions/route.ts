import { changeExclusions, listExclusions } from "@/lib/answers/exclusions/exclusions";
import * as contract from "@/lib/contracts/ours/exclusions";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listExclusions,
  handle: async ({ context, input }) => ({ body: await listExclusions(context, input.query) }),
});

export const POST = route({
  operation: contract.changeExclusions,
  handle: async ({ context, input }) => ({ body: await changeExclusions(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
