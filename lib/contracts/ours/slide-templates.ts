import * as z from "zod";
import * as calls from "../calls/slide-templates";
import { noBody, noQuery, operation } from "../operation";
import * as words from "../words";

/** What an account's slides look like: logo, fonts, colours and a slide layout of a PowerPoint file. Ours. */
const ours = {
  authentication: "token",
  rate: { bucket: "slide templates", limit: 10, windowMs: 1000 },
} as const;

export const MOST_TEMPLATE_BYTES = 20 * 1024 * 1024;

const colour = z.string().regex(/^[0-9A-F]{6}$/);

/** Inches from the upper left corner of the slide. */
const box = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });

/** A slide layout of the file with its master and theme, rebuilt without links and anything active. */
const layout = z.object({
  name: z.string(),
  size: z.object({ width: z.number().positive(), height: z.number().positive() }),
  /** Its placeholder for titles, and how large its letters are. */
  title: z.object({ box, points: z.number().positive() }),
  /** The area of its placeholder for content; `index`: the placeholder's own, where a chart or table may be in it. */
  content: z.object({ box, index: z.number().nullable() }),
  /** Of text in its content. */
  ink: colour,
  /** Files of the presentation, by their names: XML as text, pictures as base64. */
  parts: z.array(z.object({ name: z.string(), content: z.string(), isText: z.boolean() })),
});
export type SlideLayout = z.output<typeof layout>;

const OLDER = "Choose the file again: its slide layout is then used too.";

export const slideLookSchema = z.object({
  fonts: z.object({ head: z.string(), body: z.string() }),
  /**
   * Of what charts colour, by its place: the theme's accents 1 to 6 in this order. Places behind them have the screen's
   * colours, as all have where this is empty.
   */
  colours: z.array(colour),
  ink: colour,
  /** As a data URL, and how wide it is for its height. */
  logo: z.object({ data: z.string(), ratio: z.number().positive() }).nullable(),
  /** Null: the standard layout, with logo and colours. */
  layout: layout.nullable().default(null),
  /** Of the file it was read from: a sentence for each thing that is not used. */
  remarks: z.array(z.string()).default([OLDER]),
});
export type SlideLook = z.output<typeof slideLookSchema>;

/** The same without the files of its layout, which only a presentation needs. */
export const shownLookSchema = slideLookSchema.extend({ layout: layout.pick({ name: true }).nullable().default(null) });

const template = z.object({
  /** Of the file that it was read from. */
  name: z.string(),
  /** E-mail of the person who set it. */
  who: z.string(),
  updated_at: z.iso.datetime(),
  look: shownLookSchema,
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
  ...calls.listSlideTemplates,
  summary: "The template of slides of each of the caller's accounts.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: all },
  reply: all,
  errors: [403],
});

export const setSlideTemplate = operation({
  ...ours,
  ...calls.setSlideTemplate,
  summary:
    "Take logo, fonts, colours and the layout of an account's slides from a .pptx or .potx: its bytes are the body.",
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
  ...calls.removeSlideTemplate,
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
  ...calls.getSlideLook,
  summary: "What slides of a project look like by its account's template; null: there is none.",
  query: z.object({ project_id: words.text("project_id", 200) }),
  body: z.undefined(),
  response: { status: 200, schema: look },
  reply: look,
  errors: [400, 403, 404],
});
