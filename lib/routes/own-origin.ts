import { publicUrl } from "@/lib/env";
import { AppError } from "@/lib/http/problem";

const foreign = () =>
  new AppError("forbidden", "This request came from another site. Open Fieldwork itself and try again.");

/**
 * Another site's page must not write with a person's cookie. A browser says where a write comes from, in `Origin` and
 * in `Sec-Fetch-Site`: each must be our own. One that says nothing is refused; other clients send neither.
 */
export function refuseForeignWrites({ method, headers }: Pick<Request, "method" | "headers">): void {
  if (method === "GET" || method === "HEAD") return;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign();
  if (origin === null ? isBrowser(headers) : !isOwn(origin, headers.get("host"))) throw foreign();
}

/** Pages cannot leave these headers out, nor can other clients be made to send them. */
const isBrowser = (headers: Headers) => [...headers.keys()].some((name) => name.startsWith("sec-fetch-"));

/**
 * The public address, or the one that the browser itself called, as over a local network. Over https only the public
 * one: whoever can answer for our name without it could otherwise serve a page of that origin.
 */
function isOwn(origin: string, host: string | null): boolean {
  const own = new URL(publicUrl());
  if (origin === own.origin) return true;
  return own.protocol === "http:" && host !== null && origin.toLowerCase() === `http://${host.toLowerCase()}`;
}
