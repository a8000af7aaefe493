import * as contract from "@/lib/contracts/ours/quota-templates";
import { deleteQuotaTemplate } from "@/lib/quota-templates/quota-templates";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: contract.deleteQuotaTemplate,
  handle: async ({ context, input }) => ({ body: await deleteQuotaTemplate(context, input.body.id) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
