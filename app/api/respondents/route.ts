import { listRespondents as operation } from "@/lib/contracts/ours/respondents";
import { listRespondents } from "@/lib/respondents/read-respondents";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input: { query } }) => ({ body: await listRespondents(context, query) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
