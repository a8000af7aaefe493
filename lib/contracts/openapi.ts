import * as z from "zod";
import { byAuthentication, isService, type ServiceName, serviceNames, services } from "./interface-list";
import { activationOperations } from "./interfaces/activation";
import { analysisOperations } from "./interfaces/analysis";
import { demandOperations } from "./interfaces/demand";
import { fieldingOperations } from "./interfaces/fielding";
import { fraudOperations } from "./interfaces/fraud";
import { pivotOperations } from "./interfaces/pivot";
import { qualityError, qualityOperations } from "./interfaces/quality";
import type { Operation } from "./operation";

/** OpenAPI 3.1 from the contracts, nothing written twice. */
type Json = Record<string, unknown>;

/** `error`: what its refusals are, where that is not `message` alone. */
type Described = { title: string; version: string; operations: readonly Operation[]; error?: z.ZodType };

const described: Record<ServiceName, Described> = {
  demand: { title: "Survey demand interface v1.1", version: "1.0.0", operations: demandOperations },
  activation: { title: "Duplicate-check activation", version: "1.0.0", operations: activationOperations },
  analysis: { title: "Numeric trend analysis", version: "1.0.0", operations: analysisOperations },
  pivot: { title: "Pivot specification", version: "1.0.0", operations: pivotOperations },
  fielding: { title: "Fielding", version: "1.0.0", operations: fieldingOperations },
  fraud: { title: "Fraud checks", version: "4.0.0", operations: fraudOperations },
  quality: { title: "Respondent quality", version: "3.0.0", operations: qualityOperations, error: qualityError },
};

/** The description of one interface; null when there is none of that name. `server`: the address its paths follow. */
export function describeInterface(name: string, server: string): Json | null {
  if (!isService(name)) return null;
  const { title, version } = described[name];
  return document({ title, version }, server, pathsOf(described[name], ""));
}

/** All interfaces in one description, each path behind its interface's name. */
export function describeAll(server: string): Json {
  const paths = serviceNames.map((name) => pathsOf(described[name], `/${name}`));
  return document({ title: "Fieldwork built-in services", version: "1.0.0" }, server, Object.assign({}, ...paths));
}

function document(info: Json, server: string, paths: Json): Json {
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "Authorization", description: "The bare token, without Bearer." },
        ...Object.fromEntries(serviceNames.flatMap(keySchemes)),
      },
      schemas: { Error: { type: "object", properties: { message: { type: "string" } }, required: ["message"] } },
    },
  };
}

/** A key in the path is one of its parameters and has no scheme. */
const keySchemes = (name: ServiceName): [string, Json][] =>
  byAuthentication<[string, Json][]>(services[name].authentication, {
    token: () => [],
    key: ({ header }) => [
      [`${name}Key`, { type: "apiKey", in: "header", name: header, description: "A key of an account." }],
    ],
    "path keys": () => [],
  });

function pathsOf({ operations, error }: Described, prefix: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = `${prefix}${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation, error) };
  }
  return paths;
}

const ALWAYS = [415, 429, 500] as const;

function describeOperation(operation: Operation, error: z.ZodType | undefined): Json {
  const { response, authentication, described } = operation;
  const statuses = [...operation.errors, ...(authentication === "none" ? [] : [401]), ...ALWAYS];
  const body = operation.method === "GET" ? null : schemaOf(described?.body ?? operation.body, "input");
  return {
    operationId: operation.name,
    summary: operation.summary,
    security: securityOf(operation),
    parameters: [
      ...pathParameters(operation.path),
      ...(operation.needsToken ? [tokenParameter] : []),
      ...parametersOf(schemaOf(described?.query ?? operation.query, "input")),
    ],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      [response.status]: {
        description: "Done.",
        content: { "application/json": { schema: schemaOf(response.schema, "output") } },
      },
      ...Object.fromEntries([...new Set(statuses)].sort().map((status) => [status, errorReply(error)])),
    },
    "x-rate": operation.rate,
  };
}

function securityOf({ authentication, interface: of }: Operation): Json[] {
  if (authentication === "none" || !isService(of)) return [];
  return authentication === "key" ? keySchemes(of).map(([name]) => ({ [name]: [] })) : [{ token: [] }];
}

const errorReply = (error: z.ZodType | undefined): Json => ({
  description: "Refused; the message may be shown to a person.",
  content: {
    "application/json": { schema: error ? schemaOf(error, "output") : { $ref: "#/components/schemas/Error" } },
  },
});

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return json;
}

const tokenParameter: Json = { name: "token", in: "header", required: true, schema: { type: "string" } };

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function parametersOf({ properties = {}, required = [] }: Json): Json[] {
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    schema,
  }));
}
