import { endOtherSessions as operation } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { endOtherSessions } from "@/lib/settings/own-sessions";

export const POST = route({ operation, handle: async ({ context }) => ({ body: await endOtherSessions(context) }) });

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
