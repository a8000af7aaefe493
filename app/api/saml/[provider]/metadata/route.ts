import { metadataOf } from "@/lib/identity/saml";
import { refuse } from "@/lib/routes/route";
import { samlRoute } from "@/lib/routes/saml";

/** What is entered at the provider to make us known there. */
export const GET = samlRoute(
  async ({ provider }) =>
    new Response(metadataOf(provider), { headers: { "content-type": "application/samlmetadata+xml" } }),
);

const refused = refuse("GET");

export { refused as DELETE, refused as PATCH, refused as POST, refused as PUT };
