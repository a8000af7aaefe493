import * as z from "zod";
import * as calls from "../calls/invitations";
import { noQuery, operation } from "../operation";
import { roles } from "../rules/permissions";
import * as words from "../words";

/** How an admin lets people in: by links to set a password, sent by e-mail where that is configured. */
const admins = {
  authentication: "token",
  query: noQuery,
  rate: { bucket: "invitations", limit: 30, windowMs: 60_000 },
} as const;

const email = words
  .text("E-mail", 320)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => z.email().safeParse(text).success, { error: "Write the e-mail as name@company.example." });

const delivery = z.object({
  email: z.string(),
  /** Sent by e-mail. */
  sent: z.boolean(),
  /** To be passed on by hand, where it was not sent. This is the only reply that ever holds it. */
  link: z.string().nullable(),
  /** Why it was not sent although e-mail is configured. */
  problem: z.string().nullable(),
  expires_at: z.string(),
});
export type Delivery = z.output<typeof delivery>;

export const inviteUser = operation({
  ...admins,
  ...calls.inviteUser,
  summary: "Add a user to one of the caller's accounts and send them a link to set their password.",
  body: words.object("The body", {
    email,
    name: words.text("Name", 200).transform((text) => text.trim()),
    role: z.enum(roles, { error: `Role must be one of ${roles.join(", ")}.` }),
    /** Optional for whoever has one account. */
    account_id: words.text("account_id", 200).optional(),
  }),
  response: { status: 201, schema: delivery },
  reply: delivery,
  errors: [400, 403],
});

export const createPasswordLink = operation({
  ...admins,
  ...calls.createPasswordLink,
  summary: "Send a user of the caller's accounts a link to set a new password. The present one holds until then.",
  body: words.object("The body", { email }),
  response: { status: 201, schema: delivery },
  reply: delivery,
  errors: [400, 403, 404],
});
