import * as z from "zod";
import { isObject } from "@/lib/contracts/lenient";
import { noQuery, type Operation } from "@/lib/contracts/operation";
import { AppError, type FieldProblems } from "./problem";

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

export type Input<O extends Operation> = {
  query: z.output<O["query"]>;
  body: z.output<O["body"]>;
  /** The body as sent, before the schema read it. */
  raw: unknown;
};

/** Reads a request as its operation says; throws an AppError with a sentence for everything that is not so. */
export async function readRequest<O extends Operation>(operation: O, request: Request): Promise<Input<O>> {
  const takesNone = operation.query === noQuery;
  const parameters = takesNone ? {} : parametersOf(new URL(request.url), operation.query);
  const query = parse(operation.query, parameters) as z.output<O["query"]>;
  const raw =
    operation.method === "GET" || operation.takesBytes ? undefined : await readJson(request, operation.maxBodyBytes);
  return { query, body: parse(operation.body, raw) as z.output<O["body"]>, raw };
}

/**
 * Of a parameter that is given with two values only one would be read: that would be another list than the one asked
 * for. One that nobody reads may be there as often as it likes.
 */
function parametersOf({ searchParams }: URL, schema: z.ZodType): Record<string, string> {
  const isRead = (name: string) => !(schema instanceof z.ZodObject) || Object.hasOwn(schema.shape, name);
  for (const name of new Set(searchParams.keys())) {
    if (isRead(name) && new Set(searchParams.getAll(name)).size > 1) {
      throw invalid({ [name]: `${name} is given twice. Give it once: a list is one, with commas in it.` });
    }
  }
  return Object.fromEntries(searchParams);
}

/** The schema's value, or an AppError that names every field in a sentence and has the first as its message. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = judge(schema, value);
  if (result.success) return result.data;
  throw problemOf(result.error, (path) => isNullOfOptional(schema, value, path));
}

function judge<S extends z.ZodType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    // zod hands the issues of a list on as arguments of one call: hundreds of thousands overflow the stack.
    if (error instanceof RangeError) throw new AppError("invalid", "The request has too many mistakes to name them.");
    throw error;
  }
}

/** More than anybody corrects at once; a body of 4 MB can hold a million, and naming each takes seconds. */
const MOST_PROBLEMS = 100;

function problemOf(error: z.ZodError, isNullOfOptional: (path: readonly PropertyKey[]) => boolean): AppError {
  const fields: FieldProblems = {};
  for (const issue of error.issues.slice(0, MOST_PROBLEMS)) {
    const path = issue.path.join(".");
    const message = isNullOfOptional(issue.path) ? sayOptional(issue.message) : issue.message;
    fields[path] ??= `${placeOf(issue.path)}${message}`;
  }
  return invalid(fields);
}

/** Whether a member that may be left out was given as null. */
function isNullOfOptional(schema: z.ZodType, value: unknown, [name, ...rest]: readonly PropertyKey[]): boolean {
  if (!(schema instanceof z.ZodObject) || typeof name !== "string" || !isObject(value)) return false;
  const member: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
  if (rest.length === 0) return member instanceof z.ZodOptional && value[name] === null;
  const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
  return inner instanceof z.ZodType && isNullOfOptional(inner, value[name], rest);
}

/** Its schema knows the sentence of a value alone, which without one is that it is required. */
const sayOptional = (message: string) =>
  message
    .replace(/ is required\.$/, " cannot be null. Leave it out, or give a value.")
    .replace(/ are required\.$/, " cannot be null. Leave them out, or give a list.");

/** A refusal that names fields; the first sentence is the message. */
export function invalid(fields: FieldProblems): AppError {
  return new AppError("invalid", Object.values(fields)[0] ?? "The request is not valid.", { fields });
}

const LISTED: Record<string, string> = { respondent_attributes: "Quota", qualifications: "qualification" };

/** Where in a list a problem lies, as a person counts: "Quota 3, qualification 1: ". */
function placeOf(path: readonly PropertyKey[]): string {
  const places = path.flatMap((part, index) => {
    const position = path[index + 1];
    const name = LISTED[String(part)];
    return name && typeof position === "number" ? [`${name} ${position + 1}`] : [];
  });
  return places.length > 0 ? `${places.join(", ")}: ` : "";
}

async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new AppError("invalid", "The content type must be application/json.", { status: 415 });
  }
  const bytes = await readBytes(request, maxBytes);
  const value = parseBytes(bytes);
  if (isDeeperThan(MAX_DEPTH, value)) throw new AppError("invalid", "The request body is nested too deeply.");
  return value;
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    // Bytes that are no UTF-8 are refused: read leniently, they would be stored as other characters.
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid", "The request body is not valid JSON.");
  }
}

/** Far more than any body needs, far less than what exhausts the stack of whoever walks through it. */
const MAX_DEPTH = 100;

function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value];
  for (let at = 0; at <= depth; at += 1) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** JSON without `__proto__` members: copying one would change what an object inherits. */
export function parseJson(text: string): unknown {
  if (!text.includes("__proto__") && !text.includes("\\u")) return JSON.parse(text);
  return JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value));
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("invalid", `The request body is larger than ${maxBytes / 1024 / 1024} MB. Send less at once.`, {
      status: 413,
    });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
