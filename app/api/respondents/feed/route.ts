import { getScoringFeed, saveScoringFeed } from "@/lib/answers/feed/feed";
import * as contract from "@/lib/contracts/ours/scoring-feed";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getScoringFeed,
  handle: async ({ context, input }) => ({ body: await getScoringFeed(context, input.query.project_id) }),
});

export const POST = route({
  operation: contract.saveScoringFeed,
  handle: async ({ context, input }) => ({ body: await saveScoringFeed(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
