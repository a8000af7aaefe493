import { createCheck } from "@/lib/checks/create-check";
import { findCheck } from "@/lib/checks/find-check";
import * as checks from "@/lib/contracts/ours/checks";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: checks.findCheck,
  handle: async ({ context, input }) => ({ body: await findCheck(context, input.query) }),
});

export const POST = route({
  operation: checks.createCheck,
  handle: async ({ context, input }) => ({ body: await createCheck(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
