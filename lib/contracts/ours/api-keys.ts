import * as z from "zod";
import { keyedServices, keyKinds } from "../interface-list";
import { noBody, noQuery, operation } from "../operation";
import * as words from "../words";

/** Keys by which other clients call the built-in services that take one. The text of a key is shown once, when it is created. */
const own = {
  interface: "settings",
  authentication: "token",
  permission: "keys:manage",
  rate: { bucket: "keys", limit: 20, windowMs: 1000 },
} as const;

const apiKey = z.object({
  id: z.uuid(),
  interface: z.enum(keyedServices),
  kind: z.enum(keyKinds),
  name: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  /** Its first characters, by which its owner recognises it. */
  begins: z.string(),
  who: z.string(),
  created_at: z.iso.datetime(),
  /** To the minute; null: never. */
  last_used_at: z.iso.datetime().nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

const keys = z.object({ keys: z.array(apiKey) });

export const listKeys = operation({
  ...own,
  name: "listKeys",
  method: "GET",
  path: "/keys",
  summary: "The keys of the caller's accounts, never their text.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: keys },
  reply: keys,
  errors: [403],
});

const createdKey = apiKey.extend({ key: z.string() });

export const createKey = operation({
  ...own,
  name: "createKey",
  method: "POST",
  path: "/keys",
  summary: "Create a key; the only reply that ever holds its text.",
  query: noQuery,
  body: words.object("The body", {
    interface: z.enum(keyedServices, { error: `Interface must be one of ${keyedServices.join(", ")}.` }),
    /** The interface's main kind when absent. */
    kind: z.enum(keyKinds, { error: `Kind must be one of ${keyKinds.join(", ")}.` }).optional(),
    name: words.text("Name", 100),
    /** Optional for whoever has one account. */
    account_id: words.text("account_id", 200).optional(),
  }),
  response: { status: 201, schema: createdKey },
  reply: createdKey,
  errors: [400, 403],
});

const revoked = z.object({ revoked: z.int() });

export const revokeKey = operation({
  ...own,
  name: "revokeKey",
  method: "POST",
  path: "/keys/revoke",
  summary: "Revoke a key at once.",
  query: noQuery,
  body: words.object("The body", { id: z.uuid({ error: "Name the key." }) }),
  response: { status: 200, schema: revoked },
  reply: revoked,
  errors: [400, 403, 404],
});
