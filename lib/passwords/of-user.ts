import type { Context } from "@/lib/contracts/context";
import { BUILT_IN } from "@/lib/stores/postgres/users";

/** Who writes where nobody has signed in: the user whose e-mail or link it is. */
export const ofUser = ({ email, name }: { email: string; name: string }, requestId: string): Context => ({
  viewer: { connection: BUILT_IN, email, name, role: "analyst", accounts: [] },
  requestId,
  origin: "page",
});
