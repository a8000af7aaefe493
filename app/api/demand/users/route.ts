import * as demand from "@/lib/contracts/interfaces/demand";
import { writeList } from "@/lib/contracts/lenient";
import { listUsers } from "@/lib/gateway/demand-reads";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.listUsers,
  handle: async ({ context, input }) => ({
    body: writeList("users", await listUsers(context, input.query), (item) => item),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
