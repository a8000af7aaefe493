import { passDryRun } from "@/lib/checks/pass-on";
import { dryRunThreshold } from "@/lib/contracts/interfaces/fraud-account";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: dryRunThreshold,
  handle: async ({ context, input, headers }) => ({
    body: await passDryRun({ context, accountId: accountIn(headers) }, input.query),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
