import { getTrendExtent } from "@/lib/answers/get-trend-extent";
import * as contract from "@/lib/contracts/ours/trends";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getTrendExtent,
  handle: async ({ context, input: { query }, signal }) => ({
    body: await getTrendExtent(context, query.project_id, {
      includeExcluded: query.include_excluded ?? false,
      signal,
    }),
  }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
