import { listOfDryRun } from "@/lib/answers/imports/imports";
import { listOfDryRun as operation } from "@/lib/contracts/ours/imports";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context, input }) => ({ file: await listOfDryRun(context, input.query.id) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
