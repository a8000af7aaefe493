import * as drafts from "@/lib/contracts/ours/drafts";
import { dropDraft } from "@/lib/drafts/keep-draft";
import { refuse, route } from "@/lib/routes/route";

export const POST = route({
  operation: drafts.discardDraft,
  handle: async ({ context, input }) => ({ body: await dropDraft(context.viewer, input.body) }),
});

export const DELETE = refuse("POST");
export const GET = refuse("POST");
export const PATCH = refuse("POST");
export const PUT = refuse("POST");
