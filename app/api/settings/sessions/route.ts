import { listSessions as operation } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { listSessions } from "@/lib/settings/own-sessions";

export const GET = route({ operation, handle: async ({ context }) => ({ body: await listSessions(context) }) });

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
