import * as duplicates from "@/lib/contracts/ours/duplicates";
import { linkSurvey, listSurveyLinks } from "@/lib/duplicates/links";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: duplicates.listSurveyLinks,
  handle: async ({ context }) => ({ body: await listSurveyLinks(context) }),
});

export const POST = route({
  operation: duplicates.linkSurvey,
  handle: async ({ context, input }) => ({ body: await linkSurvey(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
