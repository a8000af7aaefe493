import * as z from "zod";
import { activationTags, describedActivation } from "./descriptions/activation";
import { analysisTags, describedAnalysis, describedPivot, pivotTags } from "./descriptions/answers";
import { demandTags, describedDemand } from "./descriptions/demand";
import type { DescribedOperation, DescribedOperations } from "./descriptions/described";
import { describedFielding, fieldingTags } from "./descriptions/fielding";
import { describedFraud, fraudTags } from "./descriptions/fraud";
import { describedParameter } from "./descriptions/parameters";
import { describedQuality, qualityTags } from "./descriptions/quality";
import { byAuthentication, isService, type ServiceName, serviceNames, services } from "./interface-list";
import { activationOperations } from "./interfaces/activation";
import { analysisOperations } from "./interfaces/analysis";
import { demandOperations } from "./interfaces/demand";
import { fieldingOperations } from "./interfaces/fielding";
import { fraudOperations } from "./interfaces/fraud";
import { pivotOperations } from "./interfaces/pivot";
import { qualityError, qualityOperations } from "./interfaces/quality";
import type { Operation, OptionalHeader } from "./operation";
import { wireShapeOf } from "./wire-shape";

/** OpenAPI 3.1 from the contracts, nothing written twice. Component schemas are those that have an id. */
type Json = Record<string, unknown>;

/** `error`: what its refusals are, where that is not `message` alone. */
type Described = {
  title: string;
  version: string;
  operations: readonly Operation[];
  described: DescribedOperations;
  tags: Readonly<Record<string, string>>;
  error?: z.ZodType;
};

const interfaces: Record<ServiceName, Described> = {
  demand: {
    title: "Survey demand interface v1.1",
    version: "1.0.0",
    operations: demandOperations,
    described: describedDemand,
    tags: demandTags,
  },
  activation: {
    title: "Duplicate-check activation",
    version: "1.0.0",
    operations: activationOperations,
    described: describedActivation,
    tags: activationTags,
  },
  analysis: {
    title: "Numeric trend analysis",
    version: "1.0.0",
    operations: analysisOperations,
    described: describedAnalysis,
    tags: analysisTags,
  },
  pivot: {
    title: "Pivot specification",
    version: "1.0.0",
    operations: pivotOperations,
    described: describedPivot,
    tags: pivotTags,
  },
  fielding: {
    title: "Fielding",
    version: "1.0.0",
    operations: fieldingOperations,
    described: describedFielding,
    tags: fieldingTags,
  },
  fraud: {
    title: "Fraud checks",
    version: "4.0.0",
    operations: fraudOperations,
    described: describedFraud,
    tags: fraudTags,
  },
  quality: {
    title: "Respondent quality",
    version: "3.0.0",
    operations: qualityOperations,
    described: describedQuality,
    tags: qualityTags,
    error: qualityError,
  },
};

/** The description of one interface; null when there is none of that name. `server`: the address its paths follow. */
export function describeInterface(name: string, server: string): Json | null {
  if (!isService(name)) return null;
  const { title, version } = interfaces[name];
  return document({ title, version }, { server, names: [name], prefixOf: () => "" });
}

/** All interfaces in one description, each path behind its interface's name. */
export const describeAll = (server: string): Json =>
  document(
    { title: "Fieldwork built-in services", version: "1.0.0" },
    { server, names: serviceNames, prefixOf: (name) => `/${name}` },
  );

type Contents = { server: string; names: readonly ServiceName[]; prefixOf: (name: ServiceName) => string };

function document(info: Json, { server, names, prefixOf }: Contents): Json {
  const schemas: Json = names.some((name) => !interfaces[name].error) ? { Error: plainError } : {};
  const hasTags = names.some((name) => interfaces[name].operations.some(({ answersETag }) => answersETag));
  const { ETag, ...headers } = replyHeaders;
  const paths = names.map((name) => pathsOf(name, prefixOf(name), schemas));
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: server }],
    tags: names.flatMap((name) =>
      Object.entries(interfaces[name].tags).map(([tag, description]) => ({ name: tag, description })),
    ),
    paths: Object.assign({}, ...paths),
    components: {
      securitySchemes: Object.fromEntries(names.flatMap(schemesOf)),
      headers: { ...headers, ...(hasTags && { ETag }) },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

const plainError: Json = {
  type: "object",
  description: "What was wrong, in one sentence that can be shown to a person.",
  properties: { message: { type: "string" } },
  required: ["message"],
  examples: [{ message: "Survey name is required." }],
};

const replyHeaders = {
  RequestId: { description: "Names this request in the logs and in the audit.", schema: { type: "string" } },
  ETag: { description: "The survey's revision, for If-Match.", schema: { type: "string" } },
  RetryAfter: { description: "Seconds after which to try again.", schema: { type: "integer", minimum: 1 } },
} as const satisfies Record<string, Json>;

const header = (name: keyof typeof replyHeaders): Json => ({ $ref: `#/components/headers/${name}` });

/** A key in the path is one of the parameters and has no scheme. */
const schemesOf = (name: ServiceName): [string, Json][] =>
  byAuthentication<[string, Json][]>(services[name].authentication, {
    token: () => [
      [
        "token",
        { type: "apiKey", in: "header", name: "Authorization", description: "The token alone, without a prefix." },
      ],
    ],
    key: ({ header }) => [
      [
        `${name}Key`,
        { type: "apiKey", in: "header", name: header, description: "A key of an account, without a prefix." },
      ],
    ],
    "path keys": () => [],
  });

function pathsOf(name: ServiceName, prefix: string, schemas: Json): Json {
  const paths: Record<string, Json> = {};
  const { operations, described, error } = interfaces[name];
  for (const operation of operations) {
    const words = wordsOf(described, operation);
    const path = `${prefix}${operation.path}`;
    const method = operation.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: describeOperation({ operation, words, error, schemas }) };
  }
  return paths;
}

function wordsOf(described: DescribedOperations, { name }: Operation): DescribedOperation {
  const words = described[name];
  if (!words) throw new Error(`Describe the operation ${name}.`);
  return words;
}

type OneOperation = {
  operation: Operation;
  words: DescribedOperation;
  error: z.ZodType | undefined;
  /** Component schemas, which are added as operations name them. */
  schemas: Json;
};

function describeOperation({ operation, words, error, schemas }: OneOperation): Json {
  const { response, described } = operation;
  const body = operation.method === "GET" ? null : schemaOf(described?.body ?? operation.body, "input", schemas);
  const content = { schema: schemaOf(response.schema, "output", schemas), example: words.reply };
  const headers = { "X-Request-Id": header("RequestId"), ...(operation.answersETag && { ETag: header("ETag") }) };
  return {
    operationId: operation.name,
    summary: operation.summary.replace(/\.$/, ""),
    description: words.description,
    tags: [words.tag],
    security: securityOf(operation),
    parameters: [
      ...pathParameters(operation),
      ...(operation.needsToken ? [tokenParameter] : []),
      ...(operation.takesHeaders ?? []).map((name) => requestHeaders[name]),
      ...queryParameters(operation, schemaOf(described?.query ?? operation.query, "input", schemas)),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: body, example: words.request } } },
    }),
    responses: {
      [response.status]: {
        description: response.status === 201 ? "Created." : "Done.",
        headers,
        content: { "application/json": content },
      },
      ...refusalsOf(operation, error ? schemaOf(error, "output", schemas) : componentOf("Error")),
    },
    "x-rate": operation.rate,
  };
}

/** What each refusal means. */
const refusals = {
  400: "Something in the request is missing or not valid; nothing was changed.",
  401: "The credential is missing or not valid.",
  403: "The credential does not allow this.",
  404: "What the request names does not exist for the caller.",
  409: "It has ended already.",
  412: "The survey has another revision; nothing was changed.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  429: "Too many requests; nothing was done.",
  500: "An unexpected error.",
} as const;
type Refusal = keyof typeof refusals;

function refusalsOf({ errors, authentication, method }: Operation, schema: Json): Json {
  const statuses: Refusal[] = [
    ...errors,
    ...(authentication === "none" ? [] : [401 as const]),
    ...(method === "GET" ? [] : [415 as const]),
    429,
    500,
  ];
  const refusal = (status: Refusal): Json => ({
    description: refusals[status],
    headers: { "X-Request-Id": header("RequestId"), ...(status === 429 && { "Retry-After": header("RetryAfter") }) },
    content: { "application/json": { schema } },
  });
  return Object.fromEntries([...new Set(statuses)].sort().map((status) => [status, refusal(status)]));
}

function securityOf({ authentication, interface: of }: Operation): Json[] {
  if (authentication === "none" || !isService(of)) return [];
  return schemesOf(of).map(([name]) => ({ [name]: [] }));
}

const componentOf = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** A schema as JSON Schema; those in it that have an id become components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any", override }) as Json;
  for (const [name, definition] of Object.entries($defs as Json)) addComponent(schemas, name, toComponents(definition));
  return toComponents(json) as Json;
}

/** Two things of one name would be read as one. */
function addComponent(schemas: Json, name: string, definition: unknown): void {
  const isSame = !(name in schemas) || JSON.stringify(schemas[name]) === JSON.stringify(definition);
  if (!isSame) throw new Error(`Two schemas have the id ${name}.`);
  schemas[name] = definition;
}

type Override = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>>[0];

/** What is sent instead of what is read of it; replies may gain fields; the bounds of all numbers go without saying. */
function override({ zodSchema, jsonSchema }: Override): void {
  const sent = wireShapeOf(zodSchema);
  if (sent) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, sent);
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function toComponents(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(toComponents);
  if (typeof json !== "object" || json === null) return json;
  const members = Object.entries(json).map(([name, member]) =>
    name === "$ref" && typeof member === "string"
      ? [name, member.replace(/^#\/\$defs\//, "#/components/schemas/")]
      : [name, toComponents(member)],
  );
  return Object.fromEntries(members);
}

const tokenParameter: Json = {
  name: "token",
  in: "header",
  required: true,
  description: "A single-use token.",
  schema: { type: "string" },
};

const requestHeaders: Record<OptionalHeader, Json> = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description: "A key of your choice. Repeated with the same key and body, a request gets the first one's reply.",
    schema: { type: "string", maxLength: 255 },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "The revision, from ETag, that the survey must have.",
    schema: { type: "string" },
  },
};

const pathParameters = ({ path, interface: of }: Operation): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
    ...describedParameter(of, name),
  }));

function queryParameters({ interface: of }: Operation, { properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Record<string, Json>).map(([name, { description: _, ...schema }]) => ({
    ...{ name, in: "query", required: (required as string[]).includes(name), schema },
    ...(schema.type === "array" && { style: "form", explode: false }),
    ...describedParameter(of, name),
  }));
}
