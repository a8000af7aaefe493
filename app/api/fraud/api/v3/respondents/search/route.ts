import { passSearch } from "@/lib/checks/pass-on";
import { searchFromServer } from "@/lib/contracts/interfaces/fraud-search";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: searchFromServer,
  handle: async ({ context, input, headers }) => ({
    body: await passSearch({ context, accountId: accountIn(headers) }, input.query),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
