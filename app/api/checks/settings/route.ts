import { getCheckSettings, updateCheckSettings } from "@/lib/checks/check-settings";
import * as checks from "@/lib/contracts/ours/checks";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: checks.getCheckSettings,
  handle: async ({ context, input }) => ({ body: await getCheckSettings(context, input.query.account_id) }),
});

export const POST = route({
  operation: checks.updateCheckSettings,
  handle: async ({ context, input }) => ({ body: await updateCheckSettings(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
