import * as duplicates from "@/lib/contracts/ours/duplicates";
import { activationJob } from "@/lib/duplicates/change-activation";
import { listActivations } from "@/lib/duplicates/history";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: duplicates.listActivations,
  handle: async ({ context, input }) => ({ body: await listActivations(context, input.query) }),
});

export const POST = route({
  operation: duplicates.startActivation,
  handle: async ({ context, input }) => ({ body: await startJob(context, await activationJob(context, input.body)) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
