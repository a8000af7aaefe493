import { isForPages, methodsAt } from "@/lib/contracts/operations";

export type Refusal = { status: 404 | 405; message: string; allow?: string };

/** What handlers answer themselves, by the operations that they have. */
const HANDLED = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]);
/** Addresses below which requests are answered by handlers; everything else is a page or a file. */
const HANDLERS = /^\/(?:api|service|scim|enter|return)(?:\/|$)/;
const READING = ["GET", "HEAD"];

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

function methodsOf(path: string): string[] {
  if (path.startsWith("/api/auth/")) return ["GET", "POST"];
  if (path === "/api/health" || path.startsWith("/api/health/")) return ["GET"];
  if (/^\/service\/(?:[^/]+\/)?openapi\.json$/.test(path)) return ["GET"];
  return methodsAt(path);
}

const notAllowed = (methods: readonly string[]): Refusal => ({
  status: 405,
  message: "This method is not supported here.",
  allow: methods.join(", "),
});
