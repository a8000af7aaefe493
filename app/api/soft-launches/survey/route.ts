import * as contract from "@/lib/contracts/ours/soft-launches";
import { refuse, route } from "@/lib/routes/route";
import { readSoftLaunch } from "@/lib/soft-launches/read-launches";

export const GET = route({
  operation: contract.getSoftLaunch,
  handle: async ({ context, input }) => ({ body: { launch: await readSoftLaunch(context, input.query.survey_id) } }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
