import * as contract from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { changeRole, listPeople } from "@/lib/settings/people";

export const GET = route({
  operation: contract.listPeople,
  handle: async ({ context, input }) => ({ body: await listPeople(context, input.query) }),
});

export const PATCH = route({
  operation: contract.changeRole,
  handle: async ({ context, input }) => ({ body: await changeRole(context, input.body) }),
});

const refused = refuse("GET, PATCH");

export { refused as DELETE, refused as POST, refused as PUT };
