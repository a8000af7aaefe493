import * as drafts from "@/lib/contracts/ours/drafts";
import { keepDraft, readDraft } from "@/lib/drafts/keep-draft";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: drafts.getDraft,
  handle: async ({ context, input }) => ({ body: await readDraft(context.viewer, input.query) }),
});

export const POST = route({
  operation: drafts.saveDraft,
  handle: async ({ context, input }) => ({ body: await keepDraft(context.viewer, input.body) }),
});

export const DELETE = refuse("GET, POST");
export const PATCH = refuse("GET, POST");
export const PUT = refuse("GET, POST");
