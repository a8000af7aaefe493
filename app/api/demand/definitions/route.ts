import * as demand from "@/lib/contracts/interfaces/demand";
import { getDefinitions } from "@/lib/gateway/demand-reads";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.getDefinitions,
  handle: async ({ context }) => ({ body: demand.writeDefinitions(await getDefinitions(context)) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
