import * as demand from "@/lib/contracts/interfaces/demand";
import { writeList } from "@/lib/contracts/lenient";
import { listQualifications } from "@/lib/gateway/demand-reads";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.listQualifications,
  handle: async ({ context, input }) => ({
    body: writeList("qualifications", await listQualifications(context, input.query), (item) => item),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
