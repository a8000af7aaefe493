import * as demand from "@/lib/contracts/interfaces/demand";
import { writeList } from "@/lib/contracts/lenient";
import { listResponses } from "@/lib/gateway/demand-reads";
import { updateResponse } from "@/lib/gateway/write-response";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: demand.listResponses,
  handle: async ({ context, input }) => ({
    body: writeList("responses", await listResponses(context, input.query), (response) => response),
  }),
});

export const PATCH = route({
  operation: demand.updateResponse,
  handle: async ({ context, input }) => ({ body: await updateResponse(context, input.body) }),
});

const refused = refuse("GET, PATCH");

export { refused as DELETE, refused as POST, refused as PUT };
