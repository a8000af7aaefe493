import * as contract from "@/lib/contracts/ours/demo-data";
import { refuse, route } from "@/lib/routes/route";
import { getDemoData, startDemoRemoval } from "@/lib/settings/demo-data";

export const GET = route({
  operation: contract.getDemoData,
  handle: async ({ context }) => ({ body: await getDemoData(context) }),
});

export const POST = route({
  operation: contract.removeDemoData,
  handle: async ({ context, input }) => ({ body: await startDemoRemoval(context, input.body.request_id) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
