import { signOutAddress } from "@/lib/auth/sign-out-address";
import { getSignOut as operation } from "@/lib/contracts/ours/settings";
import { refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation,
  handle: async ({ context }) => ({ body: await signOutAddress(context.viewer) }),
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
