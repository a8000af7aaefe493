import { checkServiceHealth, getServiceHealth } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { checkServices, readServices } from "@/lib/settings/service-health";

export const GET = route({
  operation: getServiceHealth,
  handle: async ({ context }) => ({ body: await readServices(context) }),
});

export const POST = route({
  operation: checkServiceHealth,
  handle: async ({ context }) => ({ body: await checkServices(context) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
