import * as z from "zod";
import * as words from "../words";
import { tidyNumber } from "./duplicate-selectors";

/** What operations of the fraud checks have in common: members of requests, in a query and in a body alike, and replies. */
export const own = { interface: "fraud", authentication: "key" } as const;
export const acts = { ...own, permission: "duplicates:act", errors: [400] } as const;

/** What respondents' browsers call: each network at this rate, and all with one key of the account at the operation's. */
export const forPages = (what: string, limit = 10) => ({
  cors: { ratePerNetwork: { bucket: `${what} of a network`, limit, windowMs: 1000 } },
});

/** Numbers are read as their digits, blank text as absent. */
export const tidied = (value: unknown) => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() === "" ? undefined : text;
};

export const required = (label: string, most: number) => z.preprocess(tidied, words.text(label, most));
export const optional = (label: string, most: number) => z.preprocess(tidied, words.text(label, most).optional());

export const surveyNumber = required("sy_nr", 100)
  .transform(tidyNumber)
  .refine((number) => !/[\s,]/u.test(number), { error: "sy_nr names one survey, without blanks or commas." });

/** `1`, `true`, `0` or `false`, as text or not. */
export const flag = (label: string) =>
  z.preprocess((value) => {
    const text = tidied(value);
    if (text === true || text === "1" || text === "true") return true;
    return text === false || text === "0" || text === "false" ? false : text;
  }, z.boolean({ error: `${label} must be 1 or 0.` }).optional());

export const wholeNumber = (label: string, most: number) =>
  z.preprocess((value) => {
    const text = tidied(value);
    return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : text;
  }, words.integer(label, 0, most).optional());

/** Whether the reply is encrypted with the account's key. */
export const encrypt = { encrypt: flag("encrypt") };

/** How requests are described: each member as the text that it is in a query. */
export const described = z.string();

export const score = z.int().min(0).max(100);

/** A reply that was asked for with `encrypt=1`. */
export const encrypted = z.object({ data: z.string() }).meta({ id: "Encrypted" });
export const nullable = <T>(value: T | undefined): T | null => value ?? null;
