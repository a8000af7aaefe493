import { headers } from "next/headers";

const NONCE = /'nonce-([^']+)'/;

/** The nonce that the page's content security policy allows scripts and styles by; "" where there is no policy. */
export async function pageNonce(): Promise<string> {
  return NONCE.exec((await headers()).get("content-security-policy") ?? "")?.[1] ?? "";
}
