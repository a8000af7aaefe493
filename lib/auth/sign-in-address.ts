/** The header in which our server says what was asked for: Next gives a layout no address. */
export const TARGET_HEADER = "x-requested-target";

/** Where a sign-in leads when nobody was going anywhere else. */
const USUAL = "/surveys";
/** Proxies let lines of about so many characters through. */
const MOST_CHARACTERS = 7000;

/** A path of ours as it is; for anything else the start page, because an address elsewhere could be a trap. */
export const safePath = (next: unknown): string => (typeof next === "string" && isOwnPath(next) ? next : USUAL);

/** The same for an address that may name our own origin, as next-auth's `callbackUrl` does. */
export function safeAddress(address: string, origin: string): string {
  if (!URL.canParse(address)) return safePath(address);
  const { origin: named, pathname, search, hash } = new URL(address);
  return safePath(named === origin ? `${pathname}${search}${hash}` : null);
}

/**
 * Browsers drop tabs, and `/\t/elsewhere` leads there; they take dots out, and what is then left of `/.//elsewhere`
 * leads there where somebody takes it for an address.
 */
function isOwnPath(target: string): boolean {
  if (!/^\/(?![/\\])\P{Cc}*$/u.test(target) || !URL.canParse(target, HERE)) return false;
  const { origin, pathname } = new URL(target, HERE);
  return origin === HERE && !pathname.startsWith("//");
}

const HERE = "http://here";

/** The sign-in page's address; from there on to `target`, a path with its query, or to its path alone if it is too long. */
export function signInAddress(target: string | null): string {
  const [path = "", ...query] = (target ?? "").split("?");
  // A parameter that Next's own fetches of a page add to its address.
  const asked = query
    .join("?")
    .split("&")
    .filter((each) => each !== "" && !each.startsWith("_rsc="));
  const whole = safePath(asked.length > 0 ? `${path}?${asked.join("&")}` : path);
  const next = [whole, safePath(path)].find((each) => encodeURIComponent(each).length <= MOST_CHARACTERS) ?? USUAL;
  return next === USUAL ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}

type Refused = { refusal: string; provider: string; requestId: string };

/** The sign-in page's address that says why an identity provider's sign-in was refused; the log has the request id. */
export const refusalAddress = ({ refusal, provider, requestId }: Refused): string =>
  `/sign-in?${new URLSearchParams({ refusal, provider, reference: requestId })}`;
