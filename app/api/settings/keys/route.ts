import * as contract from "@/lib/contracts/ours/api-keys";
import { refuse, route } from "@/lib/routes/route";
import { createKey, listKeys } from "@/lib/settings/keys";

export const GET = route({
  operation: contract.listKeys,
  handle: async ({ context }) => ({ body: await listKeys(context) }),
});

export const POST = route({
  operation: contract.createKey,
  handle: async ({ context, input }) => ({ body: await createKey(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
