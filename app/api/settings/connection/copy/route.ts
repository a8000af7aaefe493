import { getSurveyCopy, refreshSurveyCopy } from "@/lib/contracts/ours/settings";
import { copyStateOf, refreshCopy } from "@/lib/gateway/survey-copy-state";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: getSurveyCopy,
  handle: async ({ context }) => ({ body: { copy: await copyStateOf(context) } }),
});

export const POST = route({
  operation: refreshSurveyCopy,
  handle: async ({ context }) => ({ body: { copy: await refreshCopy(context) } }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
