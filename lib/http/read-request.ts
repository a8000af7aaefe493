import * as z from "zod";
import { MOST_PROBLEMS } from "@/lib/contracts/bounded";
import { isObject } from "@/lib/contracts/lenient";
import { noQuery, type Operation } from "@/lib/contracts/operation";
import type { Sender } from "./body-budget";
import { AppError, type FieldProblems } from "./problem";
import { MAX_BODY_BYTES, MAX_STRANGERS_BYTES } from "./read-bytes";
import { readJson } from "./read-json";

export type Input<O extends Operation> = {
  query: z.output<O["query"]>;
  body: z.output<O["body"]>;
  /** The body as sent, before the schema read it. */
  raw: unknown;
};

/**
 * Reads a request as its operation says; throws an AppError with a sentence for everything that is not so. Its sender's
 * identity is proven before, where the operation asks for one: a body is held in memory until it is whole.
 */
export async function readRequest<O extends Operation>(
  operation: O,
  request: Request,
  sender: Sender | null,
): Promise<Input<O>> {
  const takesNone = operation.query === noQuery;
  const parameters = takesNone ? {} : parametersOf(new URL(request.url), operation.query);
  const query = parse(operation.query, parameters) as z.output<O["query"]>;
  if (operation.takesBytes) requireBytes(request);
  const hasJson = operation.method !== "GET" && !operation.takesBytes;
  const raw = hasJson ? await readJson(request, { maxBytes: mostBytes(operation), sender }) : undefined;
  const body = await operation.body.safeParseAsync(raw); // in turns with other requests, where it has long lists
  return { query, body: readValue(body, operation.body, raw) as z.output<O["body"]>, raw };
}

const mostBytes = ({ maxBodyBytes, authentication }: Operation) =>
  maxBodyBytes ?? (authentication === "none" ? MAX_STRANGERS_BYTES : MAX_BODY_BYTES);

function requireBytes({ headers }: Request): void {
  if (/^application\/octet-stream\s*(;|$)/i.test(headers.get("content-type") ?? "")) return;
  throw new AppError("invalid", "The content type must be application/octet-stream.", { status: 415 });
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
export const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> =>
  readValue(schema.safeParse(value), schema, value);

function readValue<T>(result: z.ZodSafeParseResult<T>, schema: z.ZodType, value: unknown): T {
  if (result.success) return result.data;
  throw problemOf(result.error, (path) => isNullOfOptional(schema, value, path));
}

function problemOf(error: z.ZodError, isNullOfOptional: (path: readonly PropertyKey[]) => boolean): AppError {
  const fields: FieldProblems = {};
  for (const issue of error.issues.slice(0, MOST_PROBLEMS)) {
    const path = issue.path.join(".");
    const message = isNullOfOptional(issue.path) ? sayOptional(issue.message) : issue.message;
    fields[path] ??= `${placeOf(issue.path)}${message}`;
  }
  return invalid(fields, missingOf(fields));
}

const REQUIRED = /^(.+) (?:is|are) required\.$/;
const inWords = new Intl.ListFormat("en");

/** All that a body lacks in one sentence, so that nobody has to send it once for each; undefined: it lacks one or none. */
function missingOf(fields: FieldProblems): string | undefined {
  const labels = Object.entries(fields).flatMap(([path, message]) =>
    path.includes(".") ? [] : (REQUIRED.exec(message)?.[1] ?? []),
  );
  return labels.length > 1 ? `${inWords.format(labels)} are required.` : undefined;
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

/** A refusal that names fields; the first sentence is the message, unless another says it for all. */
export function invalid(fields: FieldProblems, message = Object.values(fields)[0]): AppError {
  return new AppError("invalid", message ?? "The request is not valid.", { fields });
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
