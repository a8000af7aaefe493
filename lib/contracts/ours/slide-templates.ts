import * as z from "zod";
import { noBody, noQuery, operation } from "../operation";
import * as words from "../words";

/** What an account's slides look like: logo, fonts and colours of a PowerPoint file. Ours. */
const ours = {
  interface: "exports",
  authentication: "token",
  rate: { bucket: "slide templates", limit: 10, windowMs: 1000 },
} as const;

export const MOST_TEMPLATE_BYTES = 20 * 1024 * 1024;

const colour = z.string().regex(/^[0-9A-F]{6}$/);

export const slideLookSchema = z.object({
  fonts: z.object({ head: z.string(), body: z.string() }),
  colours: z.array(colour),
  ink: colour,
  logo: z.object({ data: z.string(), ratio: z.number().positive() }).nullable(),
});

const template = z.object({
  /** Of the file that it was read from. */
  name: z.string(),
  /** E-mail of the person who set it. */
  who: z.string(),
  updated_at: z.iso.datetime(),
  look: slideLookSchema,
});
export type SlideTemplate = z.output<typeof template>;

const ofAccount = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
  template: template.nullable(),
});
export type TemplateOfAccount = z.output<typeof ofAccount>;

const all = z.object({ accounts: z.array(ofAccount) });

export const listSlideTemplates = operation({
  ...ours,
  name: "listSlideTemplates",
  method: "GET",
  path: "/templates",
  permission: "answers:read",
  summary: "The template of slides of each of the caller's accounts.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: all },
  reply: all,
  errors: [403],
});

export const setSlideTemplate = operation({
  ...ours,
  name: "setSlideTemplate",
  method: "POST",
  path: "/templates",
  permission: "answers:write",
  summary: "Take logo, fonts and colours of an account's slides from a .pptx or .potx: its bytes are the body.",
  query: z.object({ account_id: words.text("account_id", 200), name: words.text("name", 300) }),
  body: noBody,
  takesBytes: true,
  maxBodyBytes: MOST_TEMPLATE_BYTES,
  response: { status: 200, schema: ofAccount },
  reply: ofAccount,
  errors: [400, 403, 413],
});

export const removeSlideTemplate = operation({
  ...ours,
  name: "removeSlideTemplate",
  method: "POST",
  path: "/templates/remove",
  permission: "answers:write",
  summary: "Make an account's slides look as usual again.",
  query: noQuery,
  body: words.object("The body", { account_id: words.text("account_id", 200) }),
  response: { status: 200, schema: ofAccount },
  reply: ofAccount,
  errors: [400, 403],
});

const look = z.object({ look: slideLookSchema.nullable() });

export const getSlideLook = operation({
  ...ours,
  name: "getSlideLook",
  method: "GET",
  path: "/templates/look",
  permission: "answers:read",
  summary: "What slides of a project look like by its account's template; null: there is none.",
  query: z.object({ project_id: words.text("project_id", 200) }),
  body: z.undefined(),
  response: { status: 200, schema: look },
  reply: look,
  errors: [400, 403, 404],
});
