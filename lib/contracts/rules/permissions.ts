/** What a role may do. Operations name a permission; routes, pages and the built-in services call `may`. */
export const roles = ["manager", "analyst", "admin"] as const;
export type Role = (typeof roles)[number];

const permissions = {
  "surveys:read": ["manager", "analyst", "admin"],
  "surveys:write": ["manager", "admin"],
  "duplicates:read": ["manager", "admin"],
  "duplicates:act": ["admin"],
  "answers:read": ["manager", "analyst", "admin"],
  "answers:write": ["analyst", "admin"],
  /** In addition, a draft needs the permission of the thing it edits. */
  "drafts:write": ["manager", "analyst", "admin"],
  "users:manage": ["admin"],
  "keys:manage": ["admin"],
  "audit:read": ["manager", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** The role given to a person, else admin for the installation's admin e-mails, else analyst, which can harm least. */
export function roleOf(given: Role | null, email: string, adminEmails: readonly string[]): Role {
  return given ?? (adminEmails.includes(email.toLowerCase()) ? "admin" : "analyst");
}

/** Shown instead of the audit log. */
export const AUDIT_REFUSED = "The audit is for project managers and admins. Ask an admin of your account.";

/** Shown instead of the duplicate check. */
export const DUPLICATES_REFUSED =
  "The duplicate check is for project managers and admins. Ask an admin of your account.";

/** Shown instead of the controls that change the duplicate check. */
export const ACTIVATION_REFUSED = "Switching the duplicate check is for admins: it changes what counts as a duplicate.";

/** Shown instead of importing answers and undoing imports. */
export const IMPORTS_REFUSED = "Importing and undoing is for analysts and admins. Ask an admin of your account.";

/** Shown instead of editing questions. */
export const QUESTIONS_REFUSED = "Editing questions is for analysts and admins. Ask an admin of your account.";

/** Shown instead of creating weights. */
export const WEIGHTS_REFUSED = "Making weights is for analysts and admins. Ask an admin of your account.";

/** Shown instead of users and roles. */
export const PEOPLE_REFUSED = "Users and their roles are for admins. Ask an admin of your account to change a role.";

/** Shown instead of keys. */
export const KEYS_REFUSED = "Keys are for admins: whoever has one calls as your account. Ask an admin of your account.";

/** The message of pages, handlers and services when a role does not suffice. */
export const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";
