import { decideRespondent as operation } from "@/lib/contracts/ours/respondents";
import { decideRespondent } from "@/lib/respondents/decide-respondent";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation,
  handle: async ({ context, input: { body } }) => ({ body: { respondent: await decideRespondent(context, body) } }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
