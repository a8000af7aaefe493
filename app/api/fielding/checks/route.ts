import * as fielding from "@/lib/contracts/interfaces/fielding";
import { callFielding, updateSurveyChecks } from "@/lib/gateway/fielding";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: fielding.getSurveyChecks,
  handle: async ({ context, input }) => ({
    body: await callFielding(context, fielding.getSurveyChecks, { query: input.query }),
  }),
});

export const PATCH = route({
  operation: fielding.updateSurveyChecks,
  handle: async ({ context, input }) => ({
    body: await updateSurveyChecks(context, input.body),
  }),
});

const refused = refuse("GET, PATCH");

export { refused as DELETE, refused as POST, refused as PUT };
