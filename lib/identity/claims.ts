import { isObject } from "@/lib/contracts/lenient";
import type { IdentityProvider } from "./providers";

/** What a provider says of a person, once it is known that the provider said it. */
export type Identity = {
  issuer: string;
  /** As it is, not empty: no two of a provider's are one. */
  subject: string;
  /** Lower case; null: the provider tells none. */
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** Null: the provider does not tell them, which is not the same as none. */
  groups: string[] | null;
};

/** Reads the claims of a token or of the provider's description of its user. */
export function readIdentity(provider: IdentityProvider, claims: Record<string, unknown>): Identity {
  const email = textOf(claims.email)?.toLowerCase() ?? null;
  return {
    issuer: provider.issuer,
    subject: typeof claims.sub === "string" ? claims.sub : "",
    email,
    // Some providers write it as text. Where it is missing, nobody has said that the address is theirs.
    isEmailVerified: email !== null && (claims.email_verified === true || claims.email_verified === "true"),
    name: textOf(claims.name),
    groups: readGroups(claimAt(claims, provider.groups?.claim ?? "groups")),
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** The claim of this very name, else the one that its dots lead to: names may be addresses, which have dots too. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

/** A list of anything but texts says nothing that could be relied on. */
function readGroups(value: unknown): string[] | null {
  const list = typeof value === "string" ? [value] : value;
  return Array.isArray(list) && list.every((group) => typeof group === "string") ? list : null;
}

/** Why the e-mail of an identity links it to nobody; null: it may link it to the person of that e-mail. */
export function emailRefusal({ domains }: IdentityProvider, { email, isEmailVerified }: Identity): EmailRefusal | null {
  if (email === null) return "no-email";
  if (!isEmailVerified) return "unverified-email";
  return domains.includes(email.slice(email.lastIndexOf("@") + 1)) ? null : "other-domain";
}

export type EmailRefusal = "no-email" | "unverified-email" | "other-domain";
