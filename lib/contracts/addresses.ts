/** Writes a typed query as a query string: lists comma-delimited, absent values left out, keys in a fixed order. */
export function encodeQuery(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const key of Object.keys(query).sort()) {
    const value = query[key];
    if (value === undefined || value === null) continue;
    const text = Array.isArray(value) ? value.join(",") : String(value);
    if (text !== "") parameters.set(key, text);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

const PART = /^\{(\w+)\}$/;

/**
 * The `{name}` parts of an operation's path as another path has them; null when it is none of that operation. A last
 * part that is left out is empty: what the operation says of it is of more use than that there is no such address.
 */
export function matchPath(path: string, asked: string): Record<string, string> | null {
  const [parts, given] = [path.split("/"), asked.split("/")];
  if (given.length === parts.length - 1 && PART.test(parts.at(-1) ?? "")) given.push("");
  if (parts.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const name = PART.exec(part)?.[1];
    const isLast = at === parts.length - 1;
    if (name === undefined ? part !== given[at] : !given[at] && !isLast) return null;
    const value = name === undefined ? "" : decoded(given[at] ?? "");
    if (value === null) return null;
    if (name !== undefined) values[name] = value;
  }
  return values;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Fills `{name}` parts of an operation's path. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
