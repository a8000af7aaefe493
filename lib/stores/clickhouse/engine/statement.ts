import { EngineError, notSupported } from "./problem";

/** One statement with everything that holds for it alone. */
export type Query = {
  statement: string;
  database: string | undefined;
  /** Name to value, as the address gave them. */
  settings: Record<string, string>;
  /** Values of `{name:Type}`, escaped as in a tab-separated file, which is how clients send them. */
  params: Record<string, string>;
  /** Where the statement names none. */
  format: string;
};

/** Names in an address that belong to the protocol and are no settings; the values say which we could not honour. */
const PROTOCOL: Record<string, "read" | "refused"> = {
  query: "read",
  query_id: "read",
  database: "read",
  default_format: "read",
  wait_end_of_query: "read", // always so: a reply begins when its query has ended
  buffer_size: "read",
  session_timeout: "read",
  session_check: "read",
  stacktrace: "read",
  quota_key: "read",
  session_id: "refused",
  role: "refused",
  compress: "refused",
  decompress: "refused",
};

const NAME = /^[A-Za-z_][\w.]*$/;

/** Reads what an address, and the fields of a form if one was sent, say about a statement. */
export function readQuery(search: URLSearchParams, statement: string): Query {
  const query: Query = {
    statement,
    database: search.get("database") || undefined,
    settings: {},
    params: {},
    format: search.get("default_format") || "TabSeparated",
  };
  for (const [name, value] of search) {
    if (PROTOCOL[name] === "refused") throw notSupported(`${name}: each request stands alone`);
    if (PROTOCOL[name]) continue;
    if (!NAME.test(name)) throw new EngineError(115, "UNKNOWN_SETTING", `${JSON.stringify(name)} is no setting.`);
    if (name.startsWith("param_")) query.params[name.slice("param_".length)] = value;
    else query.settings[name] = value;
  }
  return query;
}

/** A string literal of ClickHouse: backslash and quote are escaped, everything else stands as it is. */
export const literal = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

const identifier = (name: string): string => `\`${name.replace(/[\\`]/g, "\\$&")}\``;

/** What a fresh connection is told before it is given the statement. */
export function preludeOf({ database, settings, params }: Query): string {
  const changes = Object.entries(settings).map(([name, value]) => `${name} = ${literal(value)}`);
  const values = Object.entries(params).map(([name, value]) => `param_${name} = ${literal(value)}`);
  return [
    ...(database ? [`USE ${identifier(database)}`] : []),
    ...(changes.length > 0 ? [`SET ${changes.join(", ")}`] : []),
    ...values.map((value) => `SET ${value}`),
  ].join(";\n");
}

const FORMAT_AT_END = /\sformat\s+([a-z]\w*)[\s;]*$/i;

/** Whether the statement writes rows, which may take minutes; nobody waits for it before a screen. */
export const writesRows = (statement: string): boolean => /^\s*(insert|alter|optimize)\s/i.test(statement);

/** Whether the statement is an INSERT whose rows follow in the request's body. */
export const takesData = (statement: string): boolean =>
  /^\s*insert\s/i.test(statement) && FORMAT_AT_END.test(statement);

/** The same INSERT, its rows read from a file. */
export const fromFile = (statement: string, file: string): string =>
  statement.replace(FORMAT_AT_END, (_, format) => `\nFROM INFILE ${literal(file)} FORMAT ${format}`);

/** Whether its caller expects a result of any size: he says so by lifting the limit on results. */
export const isUnlimited = ({ statement, settings }: Query): boolean =>
  settings.max_result_bytes === "0" && /^\s*(select|with)\s/i.test(statement) && FORMAT_AT_END.test(statement);

/** The same SELECT, its result written to a file. */
export const intoFile = (statement: string, file: string): string =>
  statement.replace(FORMAT_AT_END, (_, format) => `\nINTO OUTFILE ${literal(file)} FORMAT ${format}`);
