import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/**
 * What a page may load and run. Scripts and style elements need this answer's nonce; style attributes are allowed,
 * because Mantine, the charts and the virtual tables set sizes with them and draw nothing without.
 */
export function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // Large workbooks are packed and unpacked in workers that the package makes of its own text; only a script that
    // this policy lets run can make one.
    "worker-src 'self' blob:",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The policy of pages for respondents: a style of their own, and a form that leads on to a survey anywhere. */
export const respondentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    // Browsers hold a form's redirects to it too: its answer leads to the survey.
    "form-action 'self' http: https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Whether a request target is one that respondents reach: what lies below has no page of theirs. */
export const isForRespondents = (target: string): boolean => /^\/(?:enter|return)\/[^/?]+(?:\?|$)/.test(target);

/**
 * What Next sees of a respondents' address. The handler reads the query itself, from the target as it came, so that
 * whatever stands there is answered with a page; a path that is no text is one that no survey has.
 */
export function respondentPath(target: string): string {
  const [path = ""] = target.split("?");
  return hasReadablePath(path) ? path : path.replace(/[^/]+$/, "-");
}

/** Headers of every answer beside the policy. Browsers are bound to https only where the product is reached by it. */
export function securityHeaders(publicUrl: string): [string, string][] {
  const headers: [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
  if (publicUrl.startsWith("https:")) headers.push(["strict-transport-security", "max-age=31536000"]);
  return headers;
}

/** The path and query of a request target; clients of a proxy may send the whole address, which Next would take for a path. */
export function originForm(target: string): string {
  return /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1]?.replace(/^(?!\/)/, "/") ?? target;
}

/**
 * The target of a call of our API or services without slashes at its path's end: Next would redirect to the address
 * without them, and a client that does not follow a redirected POST would learn nothing of what it did wrong.
 */
export function withoutTrailingSlash(target: string): string {
  const [path = "", ...query] = target.split("?");
  return /^\/(api|service|scim)\//.test(path) ? [path.replace(/\/+$/, ""), ...query].join("?") : target;
}

/** Whether the path of a request target is text, percent-encoded. Next ends a request to any other with a bare error. */
export function hasReadablePath(target: string): boolean {
  try {
    decodeURIComponent(target.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** What is logged of a request target: no query, and of a service its name alone, because keys stand in some paths. */
export const loggedPath = (target: string): string => {
  const [path = ""] = target.split("?");
  return /^\/service\/[^/]*/.exec(path)?.[0] ?? path;
};

/** Far more than any page puts into its address: a list of ids is one parameter there. */
const MOST_PARAMETERS = 200;

/**
 * Whether a request target has more parameters than anybody asks with. Next takes a time that grows with the
 * square of their number: 20,000 in one address took minutes, before anybody had signed in.
 */
export function hasTooManyParameters(target: string): boolean {
  let count = 1;
  for (let at = target.indexOf("&"); at >= 0; at = target.indexOf("&", at + 1)) {
    count += 1;
    if (count > MOST_PARAMETERS) return true;
  }
  return false;
}

/** Set by us alone, or by Next for its own use: a client that sends one gets it removed. */
const OURS = /^x-(client-address|requested-target$|nonce$|middleware-|invoke-|matched-path$|now-|vercel-)/;
/** Believed only from a proxy that is known to be in front. */
const FROM_A_PROXY = /^(forwarded$|x-forwarded-|x-real-ip$)/;

/** Removes what a client has no business saying, then says ourselves who it is. */
export function cleanRequestHeaders(
  headers: IncomingHttpHeaders,
  remoteAddress: string | undefined,
  proxies: number,
): void {
  const address = clientAddress(headers["x-forwarded-for"], remoteAddress, proxies);
  for (const name of Object.keys(headers)) {
    if (OURS.test(name) || (proxies === 0 && FROM_A_PROXY.test(name))) delete headers[name];
  }
  headers["x-client-address"] = address;
}

/**
 * The client's address: with N trusted proxies the N-th entry of `X-Forwarded-For` from the right, which the
 * outermost of them wrote; everything left of it anybody can invent. Else the address of the socket.
 */
export function clientAddress(
  forwardedFor: string | string[] | undefined,
  remote: string | undefined,
  proxies: number,
): string {
  const socketAddress = plainAddress(remote ?? "") ?? "unknown";
  if (proxies === 0) return socketAddress;
  const entries = [forwardedFor ?? []].flat().join(",").split(",");
  return plainAddress(entries.at(-proxies)?.trim() ?? "") ?? socketAddress;
}

/** An IP address without the port or brackets some proxies add, IPv4 in its own notation; undefined when it is none. */
function plainAddress(text: string): string | undefined {
  const withoutPort = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = withoutPort.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) ? address : undefined;
}
