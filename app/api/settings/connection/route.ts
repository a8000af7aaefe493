import { getConnection as operation } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";
import { getConnection } from "@/lib/settings/connection";

export const GET = route({ operation, handle: async ({ context }) => ({ body: await getConnection(context) }) });

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
