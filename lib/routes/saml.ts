import "server-only";
import type { Client } from "@/lib/auth/open-session";
import { refusalOf } from "@/lib/auth/refusal-of";
import { requestingClient } from "@/lib/auth/requesting-client";
import { samlProvider } from "@/lib/auth/saml-sign-in";
import { refusalAddress } from "@/lib/auth/sign-in-address";
import { publicUrl } from "@/lib/env";
import type { SamlProvider } from "@/lib/identity/providers";
import { openRoute } from "./route";

type Segment = { params: Promise<{ provider: string }> };
type Call = { provider: SamlProvider; client: Client; url: URL; body: URLSearchParams };

/** A response with the groups of somebody who is in many. */
const MOST_BYTES = 512 * 1024;

/** A step of a sign-in by SAML: what it answers, or the sign-in page with the reason for its end. */
export const samlRoute = (handle: (call: Call) => Promise<Response>, fromElsewhere = false) =>
  openRoute(
    "sign-in by SAML",
    async (request: Request, { params }: Segment, bytes) => {
      const provider = samlProvider((await params).provider);
      const client = await requestingClient();
      const body = new URLSearchParams(bytes.toString("utf8"));
      try {
        return await handle({ provider, client, url: new URL(request.url), body });
      } catch (error) {
        const { requestId } = client;
        return leadTo(refusalAddress(refusalOf(error, { provider: provider.name, requestId })));
      }
    },
    { fromElsewhere, maxBytes: MOST_BYTES },
  );

/** To a path of ours, or to the provider; by GET, also after a POST. */
export const leadTo = (address: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: new URL(address, publicUrl()).href, "cache-control": "no-store" },
  });

const secure = publicUrl().startsWith("https:");

/** Holds what tells the browser that began a sign-in from all others. */
export const samlCookie = {
  name: secure ? "__Host-saml" : "saml",
  options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
};
