import * as contract from "@/lib/contracts/ours/page-origins";
import { refuse, route } from "@/lib/routes/route";
import { listPageOrigins, setPageOrigins } from "@/lib/settings/page-origins";

export const GET = route({
  operation: contract.listPageOrigins,
  handle: async ({ context }) => ({ body: await listPageOrigins(context) }),
});

export const POST = route({
  operation: contract.setPageOrigins,
  handle: async ({ context, input }) => ({ body: await setPageOrigins(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
