import { passToken } from "@/lib/checks/pass-on";
import { getSingleUseToken } from "@/lib/contracts/interfaces/fraud-account";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: getSingleUseToken,
  handle: async ({ context, headers }) => ({ body: await passToken({ context, accountId: accountIn(headers) }) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
