import { scimSchemas } from "@/lib/contracts/ours/scim";
import { MOST_USERS } from "./read-users";

const no = { supported: false };

/** What a directory may ask of us, in SCIM's own words. */
export const configuration = () => ({
  schemas: [scimSchemas.configuration],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_USERS },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer key",
      description: "A key for users (SCIM), which an admin creates in Settings.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig" },
});
