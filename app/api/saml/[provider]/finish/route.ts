import { cookies } from "next/headers";
import { finishSaml } from "@/lib/auth/saml-sign-in";
import { SESSION_COOKIE_SECONDS, sessionCookie } from "@/lib/auth/viewer";
import { refuse } from "@/lib/routes/route";
import { leadTo, samlCookie, samlRoute } from "@/lib/routes/saml";

export const GET = samlRoute(async ({ provider, client, url }) => {
  const jar = await cookies();
  const browser = jar.get(samlCookie.name)?.value ?? "";
  const ticket = url.searchParams.get("ticket") ?? "";
  const { sessionId, next } = await finishSaml(provider, { ticket, browser }, client);
  jar.set(samlCookie.name, "", { ...samlCookie.options, maxAge: 0 });
  jar.set(sessionCookie.name, sessionId, { ...sessionCookie.options, maxAge: SESSION_COOKIE_SECONDS });
  return leadTo(next);
});

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
