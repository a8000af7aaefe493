import * as z from "zod";
import * as calls from "../calls/views";
import { noQuery, operation, type Rate } from "../operation";
import { MAX_VIEW_NAME, viewLists } from "../terms/views";
import * as words from "../words";

/** Saved views: what a list shows, under a name. Ours, whatever connection the list is read through. */
const viewRate: Rate = { bucket: "views", limit: 20, windowMs: 1000 };

const list = z.enum(viewLists, { error: `list must be one of ${viewLists.join(", ")}.` });

const name = words.text("Name", MAX_VIEW_NAME).transform((text) => text.trim());

const MAX_QUERY = 8000;
const query = z
  .string({ error: "query must be text." })
  .max(MAX_QUERY, { error: `A view's filters must have at most ${MAX_QUERY.toLocaleString("en")} characters.` })
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
    error: "query contains a character that cannot be stored.",
  })
  .transform((text) => text.replace(/^\?/, ""));

/** The account that a view is shared with; null: its maker's alone. */
const accountId = words.text("Account", 200).nullable();
const id = words.text("View id", 200);

const viewSchema = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  /** The list's address query, without the leading `?`. */
  query: z.string(),
  account_id: z.string().nullable(),
  owner: z.string(),
  is_mine: z.boolean(),
  /** Its maker, and for a shared view an admin of the account. */
  may_change: z.boolean(),
});
export type View = z.output<typeof viewSchema>;

const viewsSchema = z.object({
  views: z.array(viewSchema),
  /** What the list's plain address opens: a saved view's id, or `mine` or `all`. */
  default_view: z.string(),
});
export type Views = z.output<typeof viewsSchema>;

const ours = { authentication: "token", rate: viewRate } as const;

export const listViews = operation({
  ...ours,
  ...calls.listViews,
  summary:
    "The views of a list that the caller may open, and the one that its plain address opens. With `opened` only that view is read; one that comes with the product stands for the view that the plain address opens.",
  query: z.object({
    list,
    opened: z.string().max(200, { error: "opened must have at most 200 characters." }).optional(),
  }),
  body: z.undefined(),
  response: { status: 200, schema: viewsSchema },
  reply: viewsSchema,
  errors: [400],
});

export const createView = operation({
  ...ours,
  ...calls.createView,
  summary: "Keep what a list shows under a name.",
  query: noQuery,
  body: words.object("The body", { list, name, query, account_id: accountId.default(null) }),
  response: { status: 201, schema: viewSchema },
  reply: viewSchema,
  errors: [400, 403],
});

export const updateView = operation({
  ...ours,
  ...calls.updateView,
  summary: "Rename a view, change what it shows, share it or stop sharing it.",
  query: noQuery,
  body: words.object("The body", { name, query, account_id: accountId }).partial().extend({ id }),
  response: { status: 200, schema: viewSchema },
  reply: viewSchema,
  errors: [400, 403, 404],
});

export const deleteView = operation({
  ...ours,
  ...calls.deleteView,
  summary: "Delete a view.",
  query: noQuery,
  body: words.object("The body", { id }),
  response: { status: 200, schema: viewSchema },
  reply: viewSchema,
  errors: [400, 403, 404],
});

const defaultView = z.object({ list: z.enum(viewLists), view: z.string() });

export const setDefaultView = operation({
  ...ours,
  ...calls.setDefaultView,
  summary: "Choose the view that a list's plain address opens for the caller.",
  query: noQuery,
  body: words.object("The body", { list, view: id }),
  response: { status: 200, schema: defaultView },
  reply: defaultView,
  errors: [400, 404],
});
