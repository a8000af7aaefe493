import * as z from "zod";
import { isPlaceTimeZone } from "../calendar/time-zone-name";
import * as calls from "../calls/settings";
import { noQuery, operation, pageQuery, type Rate, searchText } from "../operation";
import { roles } from "../rules/permissions";
import { serviceStates } from "../rules/service-state";
import { numberFormats } from "../terms/settings";
import * as words from "../words";

/** What a person sets and sees of himself, of his connection and, as an admin, of his colleagues. Ours. */
const settingsRate: Rate = { bucket: "settings", limit: 20, windowMs: 1000 };
const ours = { authentication: "token", rate: settingsRate } as const;

export const timeZoneSchema = words.text("Time zone", 100).refine(isPlaceTimeZone, {
  error: "This time zone is not known. Choose one from the list, such as Europe/Berlin.",
});

const mineSchema = z.object({ time_zone: z.string(), number_format: z.enum(numberFormats) });

export const updateMine = operation({
  ...ours,
  ...calls.updateMine,
  summary:
    "Choose the time zone and the number format of the caller's screens, and the project that pages of answers open with.",
  query: noQuery,
  body: words
    .object("The body", {
      time_zone: timeZoneSchema,
      number_format: z.enum(numberFormats, { error: `number_format must be one of ${numberFormats.join(" or ")}.` }),
      last_project_id: words.text("Project id", 200),
    })
    .partial(),
  response: { status: 200, schema: mineSchema },
  reply: mineSchema,
  errors: [400],
});

const sessionSchema = z.object({
  id: z.string(),
  is_this: z.boolean(),
  /** In words, such as "Firefox on Windows". */
  device: z.string(),
  /** The address it was signed in from; null: not kept. */
  address: z.string().nullable(),
  begun_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
});
export type OwnSession = z.output<typeof sessionSchema>;

const sessionsSchema = z.object({ sessions: z.array(sessionSchema) });

export const listSessions = operation({
  ...ours,
  ...calls.listSessions,
  summary: "Where the caller is signed in.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: sessionsSchema },
  reply: sessionsSchema,
  errors: [400],
});

const endedSchema = z.object({ ended: z.number() });

export const endSession = operation({
  ...ours,
  ...calls.endSession,
  summary: "End one of the caller's sessions at once.",
  query: noQuery,
  body: words.object("The body", { id: words.text("Session id", 100) }),
  response: { status: 200, schema: endedSchema },
  reply: endedSchema,
  errors: [400, 404],
});

export const endOtherSessions = operation({
  ...ours,
  ...calls.endOtherSessions,
  summary: "End every session of the caller's but this one.",
  query: noQuery,
  body: words.object("The body", {}),
  response: { status: 200, schema: endedSchema },
  reply: endedSchema,
  errors: [400],
});

const signOutSchema = z.object({ address: z.string().nullable() });

export const getSignOut = operation({
  ...ours,
  ...calls.getSignOut,
  summary: "Where the caller's identity provider ends its own session after ours; null where there is nothing to end.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: signOutSchema },
  reply: signOutSchema,
  errors: [400],
});

const interfaceSchema = z.object({
  name: z.string(),
  title: z.string(),
  purpose: z.string(),
  kind: z.enum(["built-in", "remote"]),
  /** Where a remote service is; told to admins alone. */
  host: z.string().nullable(),
  /** Null where there is nothing to ask. */
  health: z
    .object({
      state: z.enum(["ok", "down"]),
      checked_at: z.string(),
      took_ms: z.number(),
      /** What failed, in a sentence. */
      problem: z.string().nullable(),
    })
    .nullable(),
  abilities: z.array(z.object({ is_able: z.boolean(), sentence: z.string() })),
  /** How it knows who calls; never any part of a password, token or key. */
  credentials: z.string(),
  rate: z.string(),
});
export type InterfaceView = z.output<typeof interfaceSchema>;

const connectionSchema = z.object({
  title: z.string(),
  environment: z.enum(["production", "staging", "built-in"]),
  interfaces: z.array(interfaceSchema),
});
export type ConnectionState = z.output<typeof connectionSchema>;

export const getConnection = operation({
  ...ours,
  ...calls.getConnection,
  summary: "The caller's connection: how each of its interfaces is, and what it can do.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: connectionSchema },
  reply: connectionSchema,
  errors: [400],
});

/** The copy of a remote service's surveys that the caller's lists are read from; null: they are read from the service. */
const copySchema = z
  .object({
    as_of: z.string().nullable(),
    is_being_read: z.boolean(),
    /** Why the last refresh failed, in a sentence. */
    problem: z.string().nullable(),
  })
  .nullable();

const surveyCopySchema = z.object({ copy: copySchema });

const surveyCopy = {
  ...ours,
  query: noQuery,
  response: { status: 200, schema: surveyCopySchema },
  reply: surveyCopySchema,
  errors: [400],
} as const;

export const getSurveyCopy = operation({
  ...surveyCopy,
  ...calls.getSurveyCopy,
  summary:
    "How old the copy of the surveys is that the caller's lists are read from, and whether it is being read anew.",
  body: z.undefined(),
});

export const refreshSurveyCopy = operation({
  ...surveyCopy,
  ...calls.refreshSurveyCopy,
  summary: "Read that copy anew, however young it is.",
  body: words.object("The body", {}),
});

const serviceHealthSchema = z.object({
  /** Of the caller's connection: the remote services, and those that the built-in service stands in for are left out. */
  services: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      state: z.enum(serviceStates),
      /** When it stopped responding, or was last slow. */
      since: z.string().nullable(),
      /** Until when it has asked the caller to wait. */
      until: z.string().nullable(),
      last_reply_at: z.string().nullable(),
    }),
  ),
  copy: copySchema,
});
export type ServiceHealth = z.output<typeof serviceHealthSchema>;

const serviceHealth = {
  ...ours,
  query: noQuery,
  response: { status: 200, schema: serviceHealthSchema },
  reply: serviceHealthSchema,
  errors: [400],
} as const;

export const getServiceHealth = operation({
  ...serviceHealth,
  ...calls.getServiceHealth,
  summary: "How the remote services of the caller's connection respond, as their calls have shown.",
  body: z.undefined(),
});

export const checkServiceHealth = operation({
  ...serviceHealth,
  ...calls.checkServiceHealth,
  summary: "Ask the services that do not respond again now.",
  body: words.object("The body", {}),
});

const identitySchema = z.object({
  id: z.string(),
  /** The title of the identity provider; its address where it is no longer configured. */
  provider: z.string(),
  /** How the provider names this person; it never changes. */
  subject: z.string(),
  /** The e-mail that the provider told at the last sign-in; null: it told none. */
  email: z.string().nullable(),
  linked_at: z.string(),
  last_used_at: z.string(),
});
export type IdentityView = z.output<typeof identitySchema>;

const personSchema = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /**
   * `given` on this page or by a command, `groups` of an identity provider, `environment`: ADMIN_EMAILS, `default`:
   * nobody has given one.
   */
  role_from: z.enum(["given", "groups", "environment", "default"]),
  /** Null: never signed in. */
  last_seen_at: z.string().nullable(),
  is_me: z.boolean(),
  /** Why the caller cannot change this role; null: they can. */
  refusal: z.string().nullable(),
  /** Why the caller cannot remove identities; null: they can. */
  identities_refusal: z.string().nullable(),
  /** By which identity providers this person signs in. */
  identities: z.array(identitySchema),
  /** Whether a password is set; null: another service knows. */
  has_password: z.boolean().nullable(),
  /** Why the caller cannot send a link to set it; null: they can. */
  password_refusal: z.string().nullable(),
});
export type PersonView = z.output<typeof personSchema>;

/** `can_invite`: users are ours, not another service's. */
const peopleSchema = z.object({ people: z.array(personSchema), total: z.number(), can_invite: z.boolean() });

export const listPeople = operation({
  ...ours,
  ...calls.listPeople,
  summary: "The users of the caller's accounts with their roles.",
  query: z.object({ search: searchText.optional(), page: pageQuery.page }),
  body: z.undefined(),
  response: { status: 200, schema: peopleSchema },
  reply: peopleSchema,
  errors: [400, 403],
});

export const changeRole = operation({
  ...ours,
  ...calls.changeRole,
  summary: "Give a user of the caller's accounts another role, from that user's next request on.",
  query: noQuery,
  body: words.object("The body", {
    email: words.text("E-mail", 320).transform((email) => email.trim().toLowerCase()),
    role: z.enum(roles, { error: `Role must be one of ${roles.join(", ")}.` }),
  }),
  response: { status: 200, schema: personSchema },
  reply: personSchema,
  errors: [400, 403, 404],
});

export const removeIdentity = operation({
  ...ours,
  ...calls.removeIdentity,
  summary: "Remove an identity of a user of the caller's accounts; the sessions that it signed in end at once.",
  query: noQuery,
  body: words.object("The body", { id: words.text("Identity id", 100) }),
  response: { status: 200, schema: personSchema },
  reply: personSchema,
  errors: [400, 403, 404],
});
