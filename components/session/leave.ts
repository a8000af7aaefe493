import { loadPart } from "@/lib/http/load-part";
import { signOutAddress } from "@/lib/settings/queries";

/** Ends the session, and the identity provider's own where it offers that; leads to the sign-in page. */
export async function leave(): Promise<void> {
  const { signOut } = await loadPart(() => import("next-auth/react"));
  // Read before the session ends. If that fails, the person is still signed out here.
  const address = await signOutAddress().catch(() => null);
  await signOut({ callbackUrl: "/sign-in", redirect: address === null });
  if (address !== null) window.location.assign(address);
}
