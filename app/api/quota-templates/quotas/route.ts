import * as contract from "@/lib/contracts/ours/quota-templates";
import { getQuotaTemplate } from "@/lib/quota-templates/quota-templates";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.getQuotaTemplate,
  handle: async ({ context, input }) => ({ body: await getQuotaTemplate(context, input.query.id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
