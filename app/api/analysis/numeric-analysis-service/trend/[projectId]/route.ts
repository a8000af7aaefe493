import { passedOnTrend, writeTrend } from "@/lib/contracts/interfaces/analysis";
import { getTrend } from "@/lib/gateway/analysis";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: passedOnTrend,
  handle: async ({ context, input, params: { projectId = "" }, signal }) => ({
    body: writeTrend(await getTrend(context, { projectId, body: input.raw, signal })),
  }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
