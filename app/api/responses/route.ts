import { startReconciliation as operation } from "@/lib/contracts/ours/responses";
import { startJob } from "@/lib/jobs/start-job";
import { reconciliationJob } from "@/lib/responses/reconcile-responses";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({
    body: await startJob(context, await reconciliationJob(context, input.body)),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
