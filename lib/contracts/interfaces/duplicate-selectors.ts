import * as z from "zod";
import { isObject, type JsonObject } from "../lenient";

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

const storable = (text: string) => !text.includes("\u0000") && text.isWellFormed();

const textOf = (name: SelectorName) =>
  z
    .string({ error: `${name} must be text.` })
    .refine(storable, { error: `${name} contains a character that cannot be stored.`, abort: true });

const bounded = (name: SelectorName) => {
  const most = LONGEST[name].toLocaleString("en");
  return textOf(name).max(LONGEST[name], { error: `${name} must have at most ${most} characters.` });
};

/** A list separated by commas: blanks and repeats dropped. `read` refuses an entry with a sentence. */
const listOf = (name: SelectorName, tidy: (entry: string) => string, problem: (entry: string) => string | null) =>
  textOf(name).transform((text, context) => {
    const entries = [...new Set(tidy(text).split(",").map(tidy))].filter(Boolean);
    const refuse = (message: string) => context.issues.push({ code: "custom", message, input: text });
    if (entries.length === 0) {
      refuse(`${name} names nothing. Leave it out, or give what it shall match.`);
      return [];
    }
    if (entries.length > MOST_NUMBERS) {
      refuse(`${name} can name at most ${MOST_NUMBERS.toLocaleString("en")} at once. Send the rest in further calls.`);
      return [];
    }
    const said = entries.map(problem).find((sentence) => sentence !== null);
    const tooLong = entries.find((entry) => entry.length > LONGEST[name]);
    if (said) refuse(said);
    else if (tooLong) refuse(`Each entry of ${name} must have at most ${LONGEST[name]} characters.`);
    return entries;
  });

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

const [ipv4, ipv6] = [z.ipv4(), z.ipv6()];

/**
 * An IP address in its one spelling: IPv6 compressed and in lower case (RFC 5952), an IPv4 address that is written
 * as one of IPv6 as itself. Null when it is none; a range is none.
 */
export function normalizeIp(text: string): string | null {
  const address = text.normalize("NFKC").trim();
  if (ipv4.safeParse(address).success) return address;
  if (!ipv6.safeParse(address).success) return null;
  const compressed = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (!mapped) return compressed;
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const ipAddress = textOf("IP_Address").transform((text, context) => {
  const address = normalizeIp(text);
  if (address !== null) return address;
  const message = text.includes("/")
    ? "IP_Address takes one address, not a range: give each address in a call of its own."
    : "IP_Address must be an IPv4 or IPv6 address, such as 203.0.113.7 or 2001:db8::7.";
  context.issues.push({ code: "custom", message, input: text });
  return z.NEVER;
});

/** MD5, SHA-1, SHA-256 or SHA-512 of an e-mail, in hex. */
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/;
export const isEmailHash = (text: string): boolean => HASH.test(text);

const hashedEmail = textOf("Hashed_Email")
  .transform((text) => text.trim().toLowerCase())
  .refine(isEmailHash, {
    error: "Hashed_Email must be a hash in hex, of 32, 40, 64 or 128 digits: never the e-mail itself.",
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

/** The selectors of a call as they are compared; those not given are missing. */
export type Selectors = { [Name in SelectorName]?: z.output<(typeof readers)[Name]> };

/** Selectors that were read once, as a job keeps them. */
export const storedSelectorsSchema = z.object({
  Survey_Number: z.array(z.string()).optional(),
  Session_Id: z.array(z.string()).optional(),
  IP_Address: z.string().optional(),
  Cookie: z.string().optional(),
  Panel_Id: z.string().optional(),
  Hashed_Email: z.string().optional(),
  User_Agent: z.string().optional(),
} satisfies { [Name in SelectorName]: z.ZodType<Selectors[Name]> });

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

/** For descriptions: each selector as text. */
export const selectorShape = Object.fromEntries(
  selectorNames.map((name) => [name, z.string().optional().describe(`Formerly ${formerNames[name]}.`)]),
) as Record<SelectorName, z.ZodOptional<z.ZodString>>;

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
    const read = readers[name].safeParse(value);
    if (read.success) selectors[name] = read.data;
    else problems[name] = read.error.issues[0]?.message ?? `${name} cannot be read.`;
  }
  // Safe: each member was read by the reader of its name.
  return { selectors: selectors as Selectors, problems };
}

/** The selectors of a body with other members that `others` reads; every problem at its field. */
export const withSelectors = <T extends z.ZodRawShape>(
  others: T,
  check: (selectors: Selectors, others: z.output<z.ZodObject<T>>) => string | null = () => null,
  names?: readonly SelectorName[],
) =>
  z.unknown().transform((body, context) => {
    const refuse = (message: string, path: string[] = []) =>
      context.issues.push({ code: "custom", message, path, input: body });
    if (!isObject(body)) {
      refuse("The body must be an object.");
      return z.NEVER;
    }
    const { selectors, problems } = readSelectors(body, names);
    for (const [name, problem] of Object.entries(problems)) refuse(problem, [name]);
    const rest = z.object(others).safeParse(body);
    if (!rest.success) {
      for (const { message, path } of rest.error.issues) refuse(message, path.map(String));
      return z.NEVER;
    }
    const problem = Object.keys(problems).length === 0 ? check(selectors, rest.data) : null;
    if (problem) refuse(problem);
    return { ...rest.data, selectors };
  });

/** Selectors as the interface writes them. */
export function writeSelectors(selectors: Selectors): Partial<Record<SelectorName, string>> {
  return Object.fromEntries(
    Object.entries(selectors).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]),
  );
}

/** What hides a person in a value and still tells two of them apart at a glance. */
export function masked(name: SelectorName, value: string): string {
  if (!(personalSelectors as readonly string[]).includes(name)) return value;
  if (name === "User_Agent") return `${value.split(/[\s/]/, 1)[0]?.slice(0, 20) ?? ""} …`;
  if (name !== "IP_Address") return value.length < 12 ? "…" : `${value.slice(0, 3)}…${value.slice(-2)}`;
  const parts = value.includes(":") ? value.split(":", 2).join(":") : value.split(".", 2).join(".");
  return `${parts}${value.includes(":") ? ":…" : ".…"}`;
}
