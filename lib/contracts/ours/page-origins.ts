import * as z from "zod";
import * as calls from "../calls/page-origins";
import { noBody, noQuery, operation } from "../operation";
import { pageOrigin } from "../rules/page-origin";
import * as words from "../words";

/** The sites whose pages may call the built-in services with a key that stands in the page. */
const own = {
  authentication: "token",
  rate: { bucket: "keys", limit: 20, windowMs: 1000 },
} as const;

const MOST_ORIGINS = 50;

const originsOfAccount = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
  /** As browsers send them, such as `https://shop.example`; in the order of the alphabet. */
  origins: z.array(z.string()),
});
export type OriginsOfAccount = z.output<typeof originsOfAccount>;

const allOrigins = z.object({ accounts: z.array(originsOfAccount) });

export const listPageOrigins = operation({
  ...own,
  ...calls.listPageOrigins,
  summary: "The origins that each of the caller's accounts lists.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: allOrigins },
  reply: allOrigins,
  errors: [403],
});

const origin = words
  .text("An origin", 300)
  .refine((text) => pageOrigin(text) !== null, {
    error: ({ input }) =>
      `“${input}” is not the address of a site. Write it as https://shop.example, without a path; http is accepted for localhost alone.`,
  })
  .transform((text) => pageOrigin(text) ?? text);

export const setPageOrigins = operation({
  ...own,
  ...calls.setPageOrigins,
  summary: "Replace the list of one account; an empty one: no page may call.",
  query: noQuery,
  body: words.object("The body", {
    /** Optional for whoever has one account. */
    account_id: words.text("account_id", 200).optional(),
    origins: words.list("Origins", origin, MOST_ORIGINS),
  }),
  response: { status: 200, schema: originsOfAccount },
  reply: originsOfAccount,
  errors: [400, 403],
});
