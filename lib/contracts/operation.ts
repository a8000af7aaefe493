import * as z from "zod";
import type { KeyKind, ServiceName } from "./interface-list";
import type { Permission } from "./rules/permissions";
import { sentAs } from "./wire-shape";

/** Calls a credential may make: at most `limit` in any `windowMs`, counted together over all operations of a `bucket`. */
export type Rate = { bucket: string; limit: number; windowMs: number };

/** What is ours and no interface's: the same declaration, answered by our own handlers at `/api/<noun>`. */
type OwnNoun =
  | "jobs"
  | "drafts"
  | "views"
  | "audit"
  | "settings"
  | "passwords"
  | "search"
  | "exports"
  | "responses"
  | "respondents"
  | "soft-launches"
  | "quota-templates"
  | "duplicates"
  | "checks"
  | "imports"
  | "questions"
  | "weights"
  | "trends"
  | "pivots";

type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413;

/** `Idempotency-Key`: of a creation; sent again it gets the first one's reply. `If-Match`: only of this revision. */
export type OptionalHeader = "Idempotency-Key" | "If-Match";

/**
 * One operation of an interface, as data. The gateway's call, the service's router, the validation of our own
 * API, the OpenAPI description and the tests derive from it.
 */
export type Operation<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  /** Unique within its interface; a verb and a noun. */
  name: string;
  interface: ServiceName | OwnNoun;
  method: "GET" | "POST" | "PATCH";
  path: `/${string}` | "";
  summary: string;
  /** `token`: the user's token in `Authorization`; `key`: an account's key, where its interface has it; `none`: anybody. */
  authentication: "none" | "token" | "key";
  /** Kinds of key that may call it, where a header holds it: the interface's main kind when absent. Others get a 403. */
  acceptsKeys?: readonly KeyKind[];
  /**
   * Pages of the origins that the key's account lists may call it in a browser, with a key of a kind that may stand in a
   * page; each network at this rate with one key, beside the key's own.
   */
  cors?: { ratePerNetwork: Rate };
  /** Beside the key: a single-use token in the header `token`. */
  needsToken?: true;
  permission: Permission | null;
  /** Query string as the service reads it: strings in, typed values out. Strict: what the built-in service refuses. */
  query: Query;
  /** Request body as the service reads it. `z.undefined()` where there is none. */
  body: Body;
  /** The body is no JSON: the handler reads its bytes as they come. */
  takesBytes?: true;
  /** A service has to work its answer out: it is waited for as long as the connection says. */
  takesTime?: true;
  /** The largest body in bytes, where it takes more than others: 4 MB. */
  maxBodyBytes?: number;
  /** The largest reply of another service that is read, in MB, where it is not 64, and what to do about a larger one. */
  largestReply?: { mb: number; advice: string };
  /** What the built-in service answers, exactly: tests and the description use it. */
  response: { status: 200 | 201; schema: z.ZodType };
  /** How a reader takes a reply of any service of this kind: leniently. */
  reply: Reply;
  /** Error statuses beside 401, 429 and 500, which every operation may answer, and 415, which any with a body may. */
  errors: readonly ErrorStatus[];
  rate: Rate;
  /** Headers beside the credential that change what it does at the built-in service. */
  takesHeaders?: readonly OptionalHeader[];
  /** A reply that is one whole survey says its revision in `ETag`. */
  answersETag?: true;
  /** Where a schema does not show the wire shape (a codec), the shape for the description. */
  described?: { query?: z.ZodType; body?: z.ZodType };
};

export type QueryOf<O extends Operation> = Partial<z.output<O["query"]>>;
export type BodyOf<O extends Operation> = z.output<O["body"]>;
export type ReplyOf<O extends Operation> = z.output<O["reply"]>;

export function operation<Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  definition: Operation<Q, B, R>,
): Operation<Q, B, R> {
  return definition;
}

export const noQuery = z.object({});
export const noBody = z.undefined();

const newCommaList = () =>
  z.string().transform((text) => {
    const items = text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
    return items.length > 0 ? items : undefined;
  });

/** A comma-delimited query parameter; blank entries are dropped, and a parameter without any counts as absent. */
export const commaList = sentAs({ type: "array", items: { type: "string" } }, newCommaList());

/** The same of values that a description names; whoever handles the operation judges them. */
export const listOf = (values: readonly string[]) =>
  sentAs({ type: "array", items: { type: "string", enum: values } }, newCommaList());

/** Text to look for. No stored text has a NUL, and a database takes none. */
export const searchText = z
  .string()
  .max(200, { error: "search must have at most 200 characters." })
  .refine((text) => !text.includes("\u0000"), { error: "search contains a character that no text has." });

/** A whole number in a query parameter. */
const wholeNumber = (name: string, min: number, max: number, phrase: string) =>
  z
    .string()
    .regex(/^\s*-?\d{1,15}\s*$/, { error: `${name} must be ${phrase}.` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `${name} must be ${phrase}.` });

/** Most that a page can be asked to have. */
const MOST_A_PAGE = 500;

export const DEFAULT_PAGE_SIZE = 50;

export const pageQuery = {
  page: sentAs(
    { type: "integer", minimum: 1, default: 1 },
    wholeNumber("page", 0, 1_000_000_000, "a whole number of 1 or more").transform((page) => Math.max(1, page)),
  ).optional(),
  page_size: sentAs(
    { type: "integer", minimum: 1, maximum: MOST_A_PAGE, default: DEFAULT_PAGE_SIZE },
    wholeNumber("page_size", 1, MOST_A_PAGE, `a whole number from 1 to ${MOST_A_PAGE}`),
  ).optional(),
};
