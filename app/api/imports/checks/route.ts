import { checkJob, getCheck } from "@/lib/answers/imports/check-import";
import * as contract from "@/lib/contracts/ours/imports";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getCheck,
  handle: async ({ context, input }) => ({ body: await getCheck(context, input.query.id) }),
});

export const POST = route({
  operation: contract.startCheck,
  handle: async ({ context, input }) => ({ body: await startJob(context, await checkJob(context, input.body)) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
