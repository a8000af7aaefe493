import * as z from "zod";
import * as calls from "../calls/coherence-rules";
import { coherenceRule } from "../interfaces/coherence-rule";
import { noBody, noQuery, operation } from "../operation";
import * as words from "../words";

/** The contradictions that an account looks for in interviews, beside those that every survey is checked for. */
const own = {
  authentication: "token",
  rate: { bucket: "coherence rules", limit: 20, windowMs: 1000 },
} as const;

export const coherenceRules = words
  .list("Rules", coherenceRule, 100)
  .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, {
    error: "Two rules have the same name. Give each its own.",
  });

const rulesOfAccount = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
  rules: z.array(coherenceRule),
  /** Differs after every change of them; null: nobody has set any. */
  revision: z.string().nullable(),
});
export type RulesOfAccount = z.output<typeof rulesOfAccount>;

const allRules = z.object({ accounts: z.array(rulesOfAccount) });

export const listCoherenceRules = operation({
  ...own,
  ...calls.listCoherenceRules,
  summary: "The rules of each of the caller's accounts.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: allRules },
  reply: allRules,
  errors: [403],
});

export const setCoherenceRules = operation({
  ...own,
  ...calls.setCoherenceRules,
  summary: "Replace the rules of one account, for respondents who are scored from now on.",
  query: noQuery,
  body: words.object("The body", {
    /** Optional for whoever has one account. */
    account_id: words.text("account_id", 200).optional(),
    rules: coherenceRules,
    /** Of the rules that were changed: they are replaced only while they are still these. Left out: in any case. */
    revision: words.text("revision", 40).nullable().optional(),
  }),
  response: { status: 200, schema: rulesOfAccount },
  reply: rulesOfAccount,
  errors: [400, 403, 412],
});
