import * as contract from "@/lib/contracts/ours/soft-launches";
import { refuse, route } from "@/lib/routes/route";
import { previewSoftLaunch } from "@/lib/soft-launches/change-launch";

export const POST = route({
  operation: contract.previewSoftLaunch,
  handle: async ({ context, input }) => ({ body: await previewSoftLaunch(context, input.body) }),
});

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
