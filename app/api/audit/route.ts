import { listAudit } from "@/lib/audit/list-audit";
import * as audit from "@/lib/contracts/ours/audit";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: audit.listAudit,
  handle: async ({ context, input }) => ({ body: await listAudit(context, input.query) }),
});

const refused = refuse("GET", "Audit entries cannot be changed or removed.");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
