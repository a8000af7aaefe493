/** Longest link, in characters (UTF-16 code units, as forms and schemas count them). */
const linkMaxLength = 2048;

/** The session id, under its own spelling and the two that public services use. */
const sessionName = "RID";
const placeholder = /\[%(?:RDUD|([A-Z0-9_]+)%)\]/g;

/** Option ids a respondent chose, by placeholder name; an empty list is a known name without a value. */
export type PlaceholderValues = Readonly<Record<string, readonly (number | string)[]>>;

/**
 * Why an entry link cannot be written, as a sentence for a person; null when it can. The link is checked, never
 * rewritten. A missing session placeholder is no problem here: only a live survey needs one.
 */
export const entryLinkProblem = (link: string): string | null => webLinkProblem("Entry link", link);

/** The same of any link with placeholders that is filled in byte for byte. */
export function webLinkProblem(label: string, link: string): string | null {
  if (link.trim() === "") return `${label} is required.`;
  if (link.length > linkMaxLength) return `${label} must be at most 2,048 characters.`;
  if (/[\s\p{Cc}\p{Cs}]/u.test(link)) return `${label} must not contain spaces or control characters.`;
  if (!/^https?:\/\//i.test(link)) return `${label} must start with http:// or https://.`;
  if (!/^https?:\/\/[^/\\?#]/i.test(link) || !URL.canParse(link.replace(placeholder, "0"))) {
    return `${label} is not a valid web address.`;
  }
  return null;
}

/** The names of a link's placeholders, each once, in order of appearance; every spelling of the session id is `RID`. */
export function placeholdersIn(link: string): string[] {
  return [...new Set(Array.from(link.matchAll(placeholder), ([, name]) => canonicalName(name)))];
}

/** True when the link carries the session id: `[%RID%]`, `[%RDUD]` or `[%RDUD%]`. */
export function hasSessionPlaceholder(link: string): boolean {
  return placeholdersIn(link).includes(sessionName);
}

/** A qualification's name inside a placeholder: capitals and digits, every other character as `_`. */
export function placeholderName(qualificationName: string): string {
  return qualificationName.toUpperCase().replace(/[^A-Z0-9]/gu, "_");
}

/**
 * The link with its placeholders filled in one pass, so that a value is never read as a placeholder; all other
 * characters stay as they are. Values are percent-encoded, several joined by commas; a name with an empty list becomes
 * empty, a name that `values` lacks stays. The session placeholder wins over a qualification of that name.
 */
export function fillEntryLink(
  link: string,
  { sessionId, values }: { sessionId: string; values: PlaceholderValues },
): string {
  return link.replace(placeholder, (written: string, writtenName: string | undefined) => {
    const name = canonicalName(writtenName);
    if (name === sessionName) return encodeURIComponent(sessionId);
    const chosen = Object.hasOwn(values, name) ? values[name] : undefined;
    return chosen === undefined ? written : chosen.map(encodeURIComponent).join(",");
  });
}

/**
 * A filled link as the value of a `Location` header, whose characters stand for bytes: the link's UTF-8 bytes, one
 * character each. Headers refuse characters above U+00FF, and parsing the link to encode them would change it.
 */
export function locationHeader(filledLink: string): string {
  return Array.from(new TextEncoder().encode(filledLink), (byte) => String.fromCharCode(byte)).join("");
}

function canonicalName(name: string | undefined): string {
  return name === undefined || name === "RDUD" ? sessionName : name;
}
