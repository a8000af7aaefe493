import * as z from "zod";
import * as words from "../words";

/**
 * SCIM 2.0 (RFC 7643 and 7644) as far as we speak it: users of one account. Members that we don't keep, such as titles
 * and phone numbers, are let pass: the reply shows what was taken.
 */
const core = "urn:ietf:params:scim:schemas:core:2.0";
const messages = "urn:ietf:params:scim:api:messages:2.0";
export const scimSchemas = {
  user: `${core}:User`,
  configuration: `${core}:ServiceProviderConfig`,
  list: `${messages}:ListResponse`,
  error: `${messages}:Error`,
} as const;

/** The addresses below `/scim/v2` and their methods. */
export const scimMethods = {
  "/Users": ["GET", "POST"],
  "/Users/{id}": ["GET", "PUT", "PATCH", "DELETE"],
  "/ServiceProviderConfig": ["GET"],
} as const;
export type ScimAddress = keyof typeof scimMethods;
export type ScimMethod<Address extends ScimAddress> = (typeof scimMethods)[Address][number];

/** Some directories send truth as text. */
const active = z.preprocess(
  (value) => (typeof value === "string" ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : value),
  words.boolean("active"),
);

const text = (label: string) => words.text(label, 200);

const name = words
  .object("name", {
    formatted: text("name.formatted").nullish(),
    givenName: text("name.givenName").nullish(),
    familyName: text("name.familyName").nullish(),
  })
  .nullish();

/** People sign in by it: it is their e-mail. */
const userName = words
  .text("userName", 320)
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => z.email().safeParse(value).success, { error: "userName must be an e-mail address." });

/** A user to be created, or to be replaced by. */
export const sentUser = words.object("The body", {
  userName,
  displayName: text("displayName").nullish(),
  name,
  active: active.optional(),
});

const MOST_CHANGES = 100;

const change = words.object("An operation", {
  op: z
    .string({ error: "op is required." })
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(["add", "replace", "remove"], { error: "op must be add, replace or remove." })),
  path: words.text("path", 500).nullish(),
  value: z.unknown(),
});

export const sentChanges = words.object("The body", {
  Operations: words.list("Operations", change, MOST_CHANGES),
});

/** What a change without a path, or with one, may set. */
export const changedUser = sentUser.partial();
export type ChangedUser = z.output<typeof changedUser>;

export const scimUser = z.strictObject({
  schemas: z.tuple([z.literal(scimSchemas.user)]),
  id: z.uuid(),
  userName: z.email(),
  displayName: z.string(),
  name: z.strictObject({ formatted: z.string() }),
  emails: z.tuple([z.strictObject({ value: z.email(), primary: z.literal(true) })]),
  active: z.boolean(),
  meta: z.strictObject({ resourceType: z.literal("User"), created: z.iso.datetime(), location: z.url() }),
});
export type ScimUser = z.output<typeof scimUser>;

export const scimList = z.strictObject({
  schemas: z.tuple([z.literal(scimSchemas.list)]),
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(scimUser),
});

export const scimError = z.strictObject({
  schemas: z.tuple([z.literal(scimSchemas.error)]),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string(),
});
