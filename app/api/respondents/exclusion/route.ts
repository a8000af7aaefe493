import { startExclusion as operation } from "@/lib/contracts/ours/respondents";
import { startExclusion } from "@/lib/respondents/exclusion-job";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input: { body } }) => ({ body: await startExclusion(context, body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
