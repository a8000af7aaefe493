import { scoreJob } from "@/lib/answers/feed/score-responses";
import * as contract from "@/lib/contracts/ours/scoring-feed";
import { startJob } from "@/lib/jobs/start-job";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: contract.startScoring,
  handle: async ({ context, input }) => ({ body: await startJob(context, await scoreJob(context, input.body)) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
