import { startReconciliation as operation } from "@/lib/contracts/responses";
import { reconciliationWork } from "@/lib/jobs/reconcile-responses";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input }) => ({
    body: await startJob(context, await reconciliationWork(context, input.body)),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
