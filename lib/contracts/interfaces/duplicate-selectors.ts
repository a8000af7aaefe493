import type { JsonObject } from "../lenient";

/**
 * What a call of the activation interface names records by: read strictly, written back as the interface spells it.
 * A record must match all selectors supplied; blank ones count as not given.
 */
export const selectorNames = [
  "Survey_Number",
  "Session_Id",
  "IP_Address",
  "Cookie",
  "Panel_Id",
  "Hashed_Email",
  "User_Agent",
] as const;
export type SelectorName = (typeof selectorNames)[number];

/** Those of which one call may name several values, separated by commas; a comma in any other is a part of its value. */
const listSelectors: readonly SelectorName[] = ["Survey_Number", "Session_Id"];
export const isListSelector = (name: SelectorName): boolean => listSelectors.includes(name);

/** What the fields were called before: read as the new ones. */
export const formerNames: Record<SelectorName, string> = {
  Survey_Number: "sy_nr",
  Session_Id: "sn_ud",
  IP_Address: "rt_ip_address",
  Cookie: "rt_ce_ud",
  Panel_Id: "rt_sr_pd",
  Hashed_Email: "rt_hd_el",
  User_Agent: "rt_user_agent",
};

/** What says something of a person: masked to all but admins, and removed after a time. */
export const personalSelectors = ["IP_Address", "Cookie", "Hashed_Email", "User_Agent"] as const;

export const MOST_NUMBERS = 5000;
const LONGEST: Record<SelectorName, number> = {
  Survey_Number: 100,
  Session_Id: 200,
  IP_Address: 100,
  Cookie: 500,
  Panel_Id: 200,
  Hashed_Email: 200,
  User_Agent: 2000,
};

/** A selector as it is compared, or a sentence that says why it cannot be. */
type Read<T> = { value: T } | { problem: string };
type Reader<T> = (text: string) => Read<T>;

const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed();

/** Whatever else a selector is, it is text that can be stored. */
const textOf =
  <T>(name: SelectorName, read: Reader<T>) =>
  (given: unknown): Read<T> => {
    if (typeof given !== "string") return { problem: `${name} must be text.` };
    return storable(given) ? read(given) : { problem: `${name} contains a character that cannot be stored.` };
  };

const bounded = (name: SelectorName) =>
  textOf(name, (text): Read<string> => {
    const most = LONGEST[name].toLocaleString("en");
    return text.length <= LONGEST[name]
      ? { value: text }
      : { problem: `${name} must have at most ${most} characters.` };
  });

/** A list separated by commas: blanks and repeats dropped. `problemOf` refuses an entry with a sentence. */
const listOf = (name: SelectorName, tidy: (entry: string) => string, problemOf: (entry: string) => string | null) =>
  textOf(name, (text): Read<string[]> => {
    const entries = [...new Set(tidy(text).split(",").map(tidy))].filter(Boolean);
    const problem = listProblem(name, entries) ?? entries.map(problemOf).find((sentence) => sentence !== null);
    if (problem) return { problem };
    const isTooLong = entries.some((entry) => entry.length > LONGEST[name]);
    return isTooLong
      ? { problem: `Each entry of ${name} must have at most ${LONGEST[name]} characters.` }
      : { value: entries };
  });

function listProblem(name: SelectorName, { length }: readonly string[]): string | null {
  if (length === 0) return `${name} names nothing. Leave it out, or give what it shall match.`;
  if (length <= MOST_NUMBERS) return null;
  return `${name} can name at most ${MOST_NUMBERS.toLocaleString("en")} at once. Send the rest in further calls.`;
}

const FULL_WIDTH = /[\uff10-\uff19\uff0c\uff0d]/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A survey number as it is compared: without blanks around it, full-width digits, commas and hyphens as plain ones, a
 * UUID in lower case. Otherwise it is anybody's own spelling, and stays.
 */
export function tidyNumber(text: string): string {
  const plain = text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).trim();
  return UUID.test(plain) ? plain.toLowerCase() : plain;
}

const blankInside = (entry: string): string | null =>
  /\s/u.test(entry) ? `Survey numbers are separated by commas: “${entry.slice(0, 40)}” has a blank in it.` : null;

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
/** The parser of addresses reads other signs as the end of the address, or drops them. */
const IPV6_SIGNS = /^[\da-f:.]+$/i;
const isIpv6 = (text: string) => IPV6_SIGNS.test(text) && URL.canParse(`http://[${text}]`);

/**
 * An IP address in its one spelling: IPv6 compressed and in lower case (RFC 5952), an IPv4 address that is written
 * as one of IPv6 as itself. Null when it is none; a range is none.
 */
export function normalizeIp(text: string): string | null {
  const address = text.normalize("NFKC").trim();
  if (IPV4.test(address)) return address;
  if (!isIpv6(address)) return null;
  const compressed = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (!mapped) return compressed;
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const ipAddress = textOf("IP_Address", (text): Read<string> => {
  const address = normalizeIp(text);
  if (address !== null) return { value: address };
  return {
    problem: text.includes("/")
      ? "IP_Address takes one address, not a range: give each address in a call of its own."
      : "IP_Address must be an IPv4 or IPv6 address, such as 203.0.113.7 or 2001:db8::7.",
  };
});

/** MD5, SHA-1, SHA-256 or SHA-512 of an e-mail, in hex. */
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/;
export const isEmailHash = (text: string): boolean => HASH.test(text);

const hashedEmail = textOf("Hashed_Email", (text): Read<string> => {
  const hash = text.trim().toLowerCase();
  if (isEmailHash(hash)) return { value: hash };
  return {
    problem: "Hashed_Email must be a hash in hex, of 32, 40, 64 or 128 digits: never the e-mail itself.",
  };
});

const readers = {
  Survey_Number: listOf("Survey_Number", tidyNumber, blankInside),
  Session_Id: listOf(
    "Session_Id",
    (entry) => entry.trim(),
    () => null,
  ),
  IP_Address: ipAddress,
  Cookie: bounded("Cookie"),
  Panel_Id: bounded("Panel_Id"),
  Hashed_Email: hashedEmail,
  User_Agent: bounded("User_Agent"),
};

type ValueOf<Name extends SelectorName> = Extract<ReturnType<(typeof readers)[Name]>, { value: unknown }>["value"];

/** The selectors of a call as they are compared; those not given are missing. */
export type Selectors = { [Name in SelectorName]?: ValueOf<Name> };

/**
 * Whether one record can match both: it has one session, one cookie and so on, so that it cannot where both name values
 * of one kind and share none. In any case, as some services may compare them so.
 */
export function canMatchTheSame(some: Selectors, others: Selectors): boolean {
  const valuesOf = (value: string | string[]) => [value].flat().map((text) => text.toLowerCase());
  return selectorNames.every((name) => {
    const [one, other] = [some[name], others[name]];
    if (one === undefined || other === undefined) return true;
    const named = new Set(valuesOf(one));
    return valuesOf(other).some((value) => named.has(value));
  });
}

const isBlank = (value: unknown) => value === undefined || (typeof value === "string" && value.trim() === "");

/** One value of a field that has two names; a sentence when they say different things. */
function underEitherName(body: JsonObject, name: SelectorName): { value?: unknown; problem?: string } {
  const [present, former] = [body[name], body[formerNames[name]]];
  if (isBlank(former)) return isBlank(present) ? {} : { value: present };
  if (isBlank(present) || present === former) return { value: former };
  return { problem: `${name} and its former name ${formerNames[name]} have different values. Give one of them.` };
}

/**
 * Reads the selectors of a body, problems by field. Unknown members are ignored.
 *
 * @returns the selectors given, each as it is compared
 */
export function readSelectors(body: JsonObject, names: readonly SelectorName[] = selectorNames) {
  const selectors: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const name of names) {
    const { value, problem } = underEitherName(body, name);
    if (problem) problems[name] = problem;
    if (value === undefined) continue;
    const read = readers[name](value);
    if ("value" in read) selectors[name] = read.value;
    else problems[name] = read.problem;
  }
  // Safe: each member was read by the reader of its name.
  return { selectors: selectors as Selectors, problems };
}

/** Selectors as the interface writes them. */
export function writeSelectors(selectors: Selectors): Partial<Record<SelectorName, string>> {
  return Object.fromEntries(
    Object.entries(selectors).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
}

/** The values of a selector as the interface writes it. */
export const selectorValues = (name: SelectorName, written: string): string[] =>
  isListSelector(name) ? written.split(",") : [written];

/** What hides a person in a value and still tells two of them apart at a glance. */
export function masked(name: SelectorName, value: string): string {
  if (!(personalSelectors as readonly string[]).includes(name)) return value;
  if (name === "User_Agent") return `${value.split(/[\s/]/, 1)[0]?.slice(0, 20) ?? ""} …`;
  if (name !== "IP_Address") return value.length < 12 ? "…" : `${value.slice(0, 3)}…${value.slice(-2)}`;
  const parts = value.includes(":") ? value.split(":", 2).join(":") : value.split(".", 2).join(".");
  return `${parts}${value.includes(":") ? ":…" : ".…"}`;
}
