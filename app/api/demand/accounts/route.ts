import * as demand from "@/lib/contracts/interfaces/demand";
import { writeList } from "@/lib/contracts/lenient";
import { listAccounts } from "@/lib/gateway/list-accounts";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.listAccounts,
  handle: async ({ context, input }) => ({
    body: writeList("accounts", await listAccounts(context, input.query), (item) => item),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
