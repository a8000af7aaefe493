import { receiveSaml } from "@/lib/auth/saml-sign-in";
import { refuse } from "@/lib/routes/route";
import { leadTo, samlRoute } from "@/lib/routes/saml";

/** The assertion consumer: a page of the provider posts here, so that no cookie of ours comes along. */
export const POST = samlRoute(async ({ provider, client, body }) => {
  const answer = { response: body.get("SAMLResponse") ?? "", relayState: body.get("RelayState") ?? "" };
  const ticket = await receiveSaml(provider, answer, client);
  return leadTo(`/api/saml/${provider.name}/finish?${new URLSearchParams({ ticket })}`);
}, true);

const refused = refuse("POST");

export { refused as DELETE, refused as GET, refused as PATCH, refused as PUT };
