import * as contract from "@/lib/contracts/ours/quota-templates";
import { listQuotaTemplates, renameQuotaTemplate, saveQuotaTemplate } from "@/lib/quota-templates/quota-templates";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: contract.listQuotaTemplates,
  handle: async ({ context }) => ({ body: await listQuotaTemplates(context) }),
});

export const POST = route({
  operation: contract.saveQuotaTemplate,
  handle: async ({ context, input }) => ({ body: await saveQuotaTemplate(context, input.body) }),
});

export const PATCH = route({
  operation: contract.renameQuotaTemplate,
  handle: async ({ context, input }) => ({ body: await renameQuotaTemplate(context, input.body) }),
});

const refused = refuse("GET, POST, PATCH");

export { refused as DELETE, refused as PUT };
