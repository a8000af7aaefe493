import "server-only";
import { TARGET_HEADER } from "@/lib/auth/sign-in-address";

const NONCE = /'nonce-([^']+)'/;

/** What a handler of respondents' addresses takes of a request: its target as it came, which hashes cover. */
export function respondentRequest({ url, headers }: Request) {
  const address = new URL(url);
  return {
    target: headers.get(TARGET_HEADER) ?? `${address.pathname}${address.search}`,
    nonce: NONCE.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "",
    headers,
  };
}

/** A look at a respondents' address begins and ends nothing. */
export const startNothing = async (): Promise<Response> =>
  new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
