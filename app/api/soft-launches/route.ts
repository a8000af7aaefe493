import * as contract from "@/lib/contracts/ours/soft-launches";
import { refuse, route } from "@/lib/routes/route";
import { changeSoftLaunch } from "@/lib/soft-launches/change-launch";
import { listWaiting } from "@/lib/soft-launches/read-launches";

export const GET = route({
  operation: contract.listWaitingSoftLaunches,
  handle: async ({ context }) => ({ body: { launches: await listWaiting(context) } }),
});

export const POST = route({
  operation: contract.changeSoftLaunch,
  handle: async ({ context, input }) => ({ body: await changeSoftLaunch(context, input.body) }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
