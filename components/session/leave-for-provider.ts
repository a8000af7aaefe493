import { AWAY, awayOrOld } from "./sign-in-refusal";

/** Leaves the page for an identity provider's; a sentence when it could not. */
export async function leaveForProvider(name: string, next: string): Promise<string | null> {
  try {
    const { getProviders, signIn } = await import("next-auth/react");
    // Checked first: without an answer `signIn` itself would leave for a page of next-auth.
    if (!(await getProviders())) return AWAY;
    await signIn(name, { callbackUrl: next });
    return null;
  } catch (error) {
    return awayOrOld(error);
  }
}
