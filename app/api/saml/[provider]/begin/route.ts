import { cookies } from "next/headers";
import { beginSaml } from "@/lib/auth/saml-sign-in";
import { safePath } from "@/lib/auth/sign-in-address";
import { SAML_SIGN_IN_MS } from "@/lib/identity/saml";
import { refuse } from "@/lib/routes/route";
import { leadTo, samlCookie, samlRoute } from "@/lib/routes/saml";

export const GET = samlRoute(async ({ provider, client, url }) => {
  const { address, browser } = await beginSaml(provider, safePath(url.searchParams.get("next")), client);
  (await cookies()).set(samlCookie.name, browser, { ...samlCookie.options, maxAge: SAML_SIGN_IN_MS / 1000 });
  return leadTo(address);
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
