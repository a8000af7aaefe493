import * as contract from "@/lib/contracts/ours/scim";
import { AppError } from "@/lib/http/problem";
import { parse } from "@/lib/http/read-request";

/** As many users as one reply has at most. */
export const MOST_USERS = 200;

const FILTER = /^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:User:)?userName\s+eq\s+"((?:[^"\\]|\\["\\])*)"\s*$/i;

/** What a list asks for: all users, or the one of a userName; which of them, and how many. */
export function readFilter(query: URLSearchParams): { email: string | undefined; startIndex: number; most: number } {
  const filter = query.get("filter");
  const email = filter === null ? undefined : FILTER.exec(filter)?.[1];
  if (filter !== null && email === undefined) {
    throw new AppError("invalid", 'Only the filter userName eq "…" is known here.');
  }
  return {
    email: email?.replace(/\\(.)/g, "$1").toLowerCase(),
    startIndex: Math.max(1, wholeNumber(query, "startIndex", 1)),
    most: Math.min(MOST_USERS, Math.max(0, wholeNumber(query, "count", 100))),
  };
}

function wholeNumber(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw new AppError("invalid", `${name} must be a whole number.`);
  return Number(text);
}

/** The name that a directory gives a user, however it is written; undefined: none. */
export function nameIn({ displayName, name }: contract.ChangedUser): string | undefined {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  return [displayName, name?.formatted, parts].map((text) => text?.trim()).find(Boolean);
}

type Sent = ReturnType<typeof contract.sentChanges.parse>["Operations"][number];

/** What the operations of a PATCH come to, one after the other. */
export function readChanges({ Operations }: { Operations: readonly Sent[] }): contract.ChangedUser {
  const asked: Record<string, unknown> = {};
  for (const { op, path, value } of Operations) {
    if (op === "remove") {
      if (!path) throw new AppError("invalid", "remove needs a path.");
      if (/^active$/i.test(path)) throw new AppError("invalid", "active cannot be removed. Replace it by false.");
    } else if (path) set(asked, path.split("."), value);
    else for (const [name, each] of Object.entries(membersOf(value))) set(asked, name.split("."), each);
  }
  return parse(contract.changedUser, asked);
}

const members = ["active", "displayName", "userName", "name"] as const;
const nameMembers = ["formatted", "givenName", "familyName"] as const;

/** Names are the same in any case. What we don't keep is let pass. */
function set(asked: Record<string, unknown>, [first = "", second]: string[], value: unknown): void {
  const member = members.find((each) => each.toLowerCase() === first.toLowerCase());
  if (!member) return;
  if (second === undefined) {
    asked[member] = value;
    return;
  }
  const part = member === "name" && nameMembers.find((each) => each.toLowerCase() === second.toLowerCase());
  if (part) asked.name = { ...membersOf(asked.name ?? {}), [part]: value };
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new AppError("invalid", "An operation without a path needs an object as its value.");
}
