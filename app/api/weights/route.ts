import { listWeights } from "@/lib/answers/weights/list-weights";
import { saveWeight } from "@/lib/answers/weights/make-weight";
import * as contract from "@/lib/contracts/ours/weights";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listWeights,
  handle: async ({ context, input, signal }) => ({ body: await listWeights(context, input.query.project_id, signal) }),
});

export const POST = route({
  operation: contract.saveWeight,
  handle: async ({ context, input, signal }) => ({ body: await saveWeight(context, input.body, signal) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
