import { passEncryption, passNewEncryptionKey } from "@/lib/checks/pass-on";
import { createEncryptionKey, getEncryption } from "@/lib/contracts/interfaces/fraud-account";
import { accountIn, refuse, route } from "@/lib/routes/route";

export const GET = route({
  operation: getEncryption,
  handle: async ({ context, headers }) => ({ body: await passEncryption({ context, accountId: accountIn(headers) }) }),
});

export const POST = route({
  operation: createEncryptionKey,
  handle: async ({ context, headers }) => ({
    body: await passNewEncryptionKey({ context, accountId: accountIn(headers) }),
  }),
});

const refused = refuse("GET, POST");

export { refused as DELETE, refused as PATCH, refused as PUT };
