import * as z from "zod";
import * as calls from "../calls/passwords";
import { noQuery, operation } from "../operation";
import { newPassword } from "../rules/password";
import { linkPurposes } from "../terms/settings";
import * as words from "../words";

/** How people of the built-in service set their passwords: by a link that works once. Nobody has signed in here. */
const open = {
  authentication: "none",
  query: noQuery,
  rate: { bucket: "passwords", limit: 10, windowMs: 10_000 },
} as const;

const link = words.text("Link", 100);

const requested = z.object({ requested: z.literal(true) });

export const requestPasswordLink = operation({
  ...open,
  ...calls.requestPasswordLink,
  summary: "Ask for a link by e-mail to set a new password. The answer is the same whoever's e-mail it is.",
  body: words.object("The body", {
    email: words.text("E-mail", 320).transform((email) => email.trim().toLowerCase()),
  }),
  response: { status: 200, schema: requested },
  reply: requested,
  errors: [400],
});

const linkSchema = z.object({
  email: z.string(),
  name: z.string(),
  purpose: z.enum(linkPurposes),
  expires_at: z.string(),
});
export type PasswordLink = z.output<typeof linkSchema>;

export const lookUpPasswordLink = operation({
  ...open,
  ...calls.lookUpPasswordLink,
  summary: "Whose password a link sets. The link stays good.",
  body: words.object("The body", { link }),
  response: { status: 200, schema: linkSchema },
  reply: linkSchema,
  errors: [400, 404],
});

const passwordSet = z.object({ email: z.string() });

export const setPassword = operation({
  ...open,
  ...calls.setPassword,
  summary: "Set a password by a link, which is used up. The person's sessions, tokens and other links end.",
  body: words.object("The body", { link, password: newPassword }),
  response: { status: 200, schema: passwordSet },
  reply: passwordSet,
  errors: [400, 404],
});
