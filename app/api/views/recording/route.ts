import * as contract from "@/lib/contracts/ours/recordings";
import { refuse, route } from "@/lib/routes/route";
import { findRecording, recordTable } from "@/lib/views/recordings";

export const GET = route({
  operation: contract.findRecording,
  handle: async ({ context, input }) => ({ body: await findRecording(context, input.query.id) }),
});

export const POST = route({
  operation: contract.recordTable,
  handle: async ({ context, input, signal }) => ({ body: await recordTable(context, input.body, signal) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
