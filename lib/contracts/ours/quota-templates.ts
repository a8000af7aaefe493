import * as z from "zod";
import * as calls from "../calls/quota-templates";
import { MAX_OPTIONS, MAX_QUALIFICATIONS } from "../interfaces/survey";
import { noQuery, operation } from "../operation";
import { MAX_QUOTAS } from "../terms/demand";
import { MAX_TEMPLATE_NAME } from "../terms/quota-templates";
import * as words from "../words";

/** Quotas under a name, for the surveys of an account. Ours, whatever connection the surveys are read through. */
const id = words.text("Template id", 200);
const name = words.text("Name", MAX_TEMPLATE_NAME).transform((text) => text.trim());
const accountId = words.text("Account", 200);

/** A remote service's ids may be texts. */
const catalogueId = (label: string) =>
  z.union([z.int().min(0), words.text(label, 200)], { error: `${label} must be a whole number or a text.` });

const readTemplateId = (id: unknown) => (typeof id === "number" && Number.isInteger(id) && id >= 0 ? id : undefined);

const quota = words.object("A quota", {
  quota_name: words.text("Quota name", 300),
  /** 0: none is set yet. */
  quota: words.integer("Target", 0),
  qualifications: words.list(
    "Qualifications",
    words.object("A qualification", {
      question_id: catalogueId("Question"),
      allowed_option_ids: words
        .list("Allowed options", catalogueId("Allowed option"), {
          most: MAX_OPTIONS,
          tooMany: `A qualification can have at most ${MAX_OPTIONS.toLocaleString("en")} options.`,
          read: readTemplateId,
        })
        .min(1, { error: "A qualification needs at least one allowed option." }),
    }),
    { most: MAX_QUALIFICATIONS, tooMany: `A quota can have at most ${MAX_QUALIFICATIONS} qualifications.` },
  ),
});

const quotas = words
  .list("Quotas", quota, {
    most: MAX_QUOTAS,
    tooMany: `A template can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.`,
  })
  .min(1, { error: "A template needs at least one quota." });

const templateSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  /** Where its options are from; null: any country. */
  country_code: z.string().nullable(),
  quota_count: z.int(),
  /** E-mail of whoever saved it last. */
  who: z.string(),
  updated_at: z.iso.datetime(),
});
export type QuotaTemplate = z.output<typeof templateSchema>;

const templatesSchema = z.object({
  templates: z.array(templateSchema),
  /** Where the caller may keep one. */
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
});

const quotasSchema = z.object({ template: templateSchema, quotas: z.array(quota) });

const ours = {
  authentication: "token",
  rate: { bucket: "quota-templates", limit: 20, windowMs: 1000 },
} as const;
const reading = { ...ours, body: z.undefined() } as const;
const writing = { ...ours, query: noQuery } as const;

export const listQuotaTemplates = operation({
  ...reading,
  ...calls.listQuotaTemplates,
  summary: "The templates of the caller's accounts, by name.",
  query: noQuery,
  response: { status: 200, schema: templatesSchema },
  reply: templatesSchema,
  errors: [],
});

export const getQuotaTemplate = operation({
  ...reading,
  ...calls.getQuotaTemplate,
  summary: "A template with its quotas.",
  query: z.object({ id }),
  response: { status: 200, schema: quotasSchema },
  reply: quotasSchema,
  errors: [400, 404],
});

export const saveQuotaTemplate = operation({
  ...writing,
  ...calls.saveQuotaTemplate,
  summary: "Keep quotas under a name. 412 when the account has one of this name, unless `overwrite` is true.",
  body: words.object("The body", {
    account_id: accountId,
    name,
    country_code: words.text("Country", 10).nullable().default(null),
    quotas,
    overwrite: words.boolean("Overwrite").default(false),
  }),
  response: { status: 201, schema: templateSchema },
  reply: templateSchema,
  errors: [400, 403, 404, 412, 413],
});

export const renameQuotaTemplate = operation({
  ...writing,
  ...calls.renameQuotaTemplate,
  summary: "Give a template another name. 412 when the account has another one of that name.",
  body: words.object("The body", { id, name }),
  response: { status: 200, schema: templateSchema },
  reply: templateSchema,
  errors: [400, 403, 404, 412],
});

export const deleteQuotaTemplate = operation({
  ...writing,
  ...calls.deleteQuotaTemplate,
  summary: "Delete a template. Surveys that were made from it keep their quotas.",
  body: words.object("The body", { id }),
  response: { status: 200, schema: templateSchema },
  reply: templateSchema,
  errors: [400, 403, 404],
});
