import { isForPages, methodsAt } from "@/lib/contracts/operations";
import { scimMethods } from "@/lib/contracts/ours/scim";

export type Refusal = { status: 404 | 405; message: string; allow?: string };

/** What handlers answer themselves, by the operations that they have. */
const HANDLED = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]);
/** Addresses below which requests are answered by handlers; everything else is a page or a file. */
const HANDLERS = /^\/(?:api|service|scim|enter|return)(?:\/|$)/;
const READING = ["GET", "HEAD"];

/** Addresses that are no operation of a contract. A test compares them with the route files. */
const methodsWithoutContract: [address: string, methods: readonly string[]][] = [
  ["/api/health", ["GET"]],
  ["/api/saml/{provider}", ["POST"]],
  ["/api/saml/{provider}/begin", ["GET"]],
  ["/api/saml/{provider}/finish", ["GET"]],
  ["/api/saml/{provider}/metadata", ["GET"]],
  ["/enter/{surveyId}", READING],
  ["/return/{outcome}", READING],
  ["/service/openapi.json", ["GET"]],
  ["/service/{interface}/openapi.json", ["GET"]],
  ...Object.entries(scimMethods).map(([address, methods]): [string, readonly string[]] => [
    `/scim/v2${address}`,
    methods,
  ]),
];

/**
 * Refuses a method before Next sees it: Next fails on TRACE, answers OPTIONS and methods that it does not know by
 * itself, and reads the body that is posted to a page. Null: it may pass.
 */
export function refuseMethod(method: string, target: string): Refusal | null {
  const path = decodeURIComponent(target.split("?")[0] ?? "");
  if (!HANDLERS.test(path)) return READING.includes(method) ? null : notAllowed(READING);
  if (HANDLED.has(method) || (method === "OPTIONS" && path.startsWith("/service/") && isForPages(path))) return null;
  const methods = methodsOf(path);
  return methods.length > 0 ? notAllowed(methods) : { status: 404, message: "There is nothing at this address." };
}

function methodsOf(path: string): readonly string[] {
  if (path.startsWith("/api/auth/")) return ["GET", "POST"];
  const [, methods] = methodsWithoutContract.find(([address]) => isAt(address, path)) ?? [];
  return methods ?? methodsAt(path);
}

/** Every `{part}` has to be there: Next has no route at an address that lacks one. */
function isAt(address: string, path: string): boolean {
  const [parts, given] = [address.split("/"), path.split("/")];
  const isSame = (part: string, at: number) => (part.startsWith("{") ? Boolean(given[at]) : part === given[at]);
  return parts.length === given.length && parts.every(isSame);
}

const notAllowed = (methods: readonly string[]): Refusal => ({
  status: 405,
  message: "This method is not supported here.",
  allow: methods.join(", "),
});
