import { listReasons as operation } from "@/lib/contracts/ours/responses";
import { listReasons } from "@/lib/responses/survey-responses";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input }) => ({ body: { reasons: await listReasons(context, input.query) } }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
