import * as demand from "@/lib/contracts/demand";
import { getDefinitions } from "@/lib/gateway/demand-reads";
import { route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.getDefinitions,
  handle: async ({ context }) => ({ body: demand.writeDefinitions(await getDefinitions(context)) }),
});
