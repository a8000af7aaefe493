import { isPartMissing, PART_MISSING } from "@/lib/http/load-part";

export const AWAY = "The server cannot be reached. Check your connection and try again.";

export const awayOrOld = (error: unknown): string => (isPartMissing(error) ? PART_MISSING : AWAY);

/** Signs in; null, or the sentence that says why not. Whatever goes wrong, the page stays where it is. */
export async function signInRefusal(values: Record<string, string>): Promise<string | null> {
  try {
    const { getProviders, signIn } = await import("next-auth/react");
    // Checked first: without an answer `signIn` itself would leave for a page of next-auth.
    if (!(await getProviders())) return AWAY;
    // Of the address that it leads on to, `error` counts as a refusal: this page's own may have a provider's.
    const result = await signIn("credentials", { ...values, redirect: false, callbackUrl: "/" });
    if (!result?.ok || result.error) return result?.error ?? AWAY;
    return forgeryRefusal(result.url);
  } catch (error) {
    return awayOrOld(error);
  }
}

/** Without its cookie of the forgery check next-auth takes no password and answers 200, with this address. */
function forgeryRefusal(address: string | null): string | null {
  const url = address === null ? null : new URL(address);
  if (!url?.searchParams.has("csrf")) return null;
  return `Your browser did not keep the cookie that signing in needs. Open ${url.origin} and allow its cookies there.`;
}
