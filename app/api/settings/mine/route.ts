import { updateMine as operation } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { updateMine } from "@/lib/settings/mine";

export const PATCH = route({
  operation,
  handle: async ({ context, input }) => ({ body: await updateMine(context, input.body) }),
});

const refused = refuse("PATCH");

export { refused as DELETE, refused as GET, refused as POST, refused as PUT };
