import * as z from "zod";
import * as calls from "../calls/api-keys";
import { keyKinds, keyScopes } from "../interface-list";
import { noBody, noQuery, operation } from "../operation";
import { roles } from "../rules/permissions";
import { mostKeyDays, mostOverlapHours } from "../terms/settings";
import * as words from "../words";

/** Keys by which other clients call the built-in services that take one. The text of a key is shown once, when it is created. */
const own = {
  authentication: "token",
  rate: { bucket: "keys", limit: 20, windowMs: 1000 },
} as const;

const apiKey = z.object({
  id: z.uuid(),
  interface: z.enum(keyScopes),
  kind: z.enum(keyKinds),
  name: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  /** Its first characters, by which its owner recognises it. */
  begins: z.string(),
  who: z.string(),
  created_at: z.iso.datetime(),
  /** To the minute; null: never. */
  last_used_at: z.iso.datetime().nullable(),
  /** Null: never. */
  expires_at: z.iso.datetime().nullable(),
  /** Of a service account; null: the key's interface asks for no role. */
  role: z.enum(roles).nullable(),
  /** Null: the rates of the operations are all. */
  calls_per_minute: z.int().nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

const keys = z.object({ keys: z.array(apiKey) });

export const listKeys = operation({
  ...own,
  ...calls.listKeys,
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
  ...calls.createKey,
  summary: "Create a key; the only reply that ever holds its text.",
  query: noQuery,
  body: words.object("The body", {
    interface: z.enum(keyScopes, { error: `Interface must be one of ${keyScopes.join(", ")}.` }),
    /** The interface's main kind when absent. */
    kind: z.enum(keyKinds, { error: `Kind must be one of ${keyKinds.join(", ")}.` }).optional(),
    name: words.text("Name", 100),
    /** Optional for whoever has one account. */
    account_id: words.text("account_id", 200).optional(),
    /** After how many days it ends; never when absent. */
    expires_in_days: words.integer("Days until it expires", 1, mostKeyDays).optional(),
    /** Needed for a service account, and for nothing else. */
    role: z.enum(roles, { error: `Role must be one of ${roles.join(", ")}.` }).optional(),
    calls_per_minute: words.integer("Calls per minute", 1, 100_000).optional(),
  }),
  response: { status: 201, schema: createdKey },
  reply: createdKey,
  errors: [400, 403],
});

export const rotateKey = operation({
  ...own,
  ...calls.rotateKey,
  summary: "Create a key that can do what another can, which works for some hours more; the only reply with its text.",
  query: noQuery,
  body: words.object("The body", {
    id: z.uuid({ error: "Name the key." }),
    /** How long the former key goes on; 0: it ends at once. */
    overlap_hours: words.integer("Hours that the former key works", 0, mostOverlapHours),
  }),
  response: { status: 201, schema: createdKey },
  reply: createdKey,
  errors: [400, 403, 404],
});

const revoked = z.object({ revoked: z.int() });

export const revokeKey = operation({
  ...own,
  ...calls.revokeKey,
  summary: "Revoke a key at once.",
  query: noQuery,
  body: words.object("The body", { id: z.uuid({ error: "Name the key." }) }),
  response: { status: 200, schema: revoked },
  reply: revoked,
  errors: [400, 403, 404],
});
