import { AWAY } from "./sign-in-refusal";

/** Leaves the page for an identity provider's; a sentence when it could not. */
export async function leaveForProvider(name: string, next: string): Promise<string | null> {
  try {
    const { getProviders, signIn } = await import("next-auth/react");
    // Asked first: `signIn` itself would leave the page for one of next-auth's when nobody answers.
    if (!(await getProviders())) return AWAY;
    await signIn(name, { callbackUrl: next });
    return null;
  } catch {
    return AWAY;
  }
}
