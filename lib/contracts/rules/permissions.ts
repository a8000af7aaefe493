/** What a role may do. Operations name a permission; routes, pages and the built-in services ask `may`. */
export const roles = ["manager", "analyst", "admin"] as const;
export type Role = (typeof roles)[number];

const permissions = {
  "surveys:read": ["manager", "analyst", "admin"],
  "surveys:write": ["manager", "admin"],
  "duplicates:read": ["manager", "admin"],
  "duplicates:act": ["admin"],
  "answers:read": ["manager", "analyst", "admin"],
  "answers:write": ["analyst", "admin"],
  "quality:review": ["manager", "analyst", "admin"],
  "quality:delete": ["admin"],
  /** Beside it, each draft needs what its thing needs. */
  "drafts:write": ["manager", "analyst", "admin"],
  "users:manage": ["admin"],
  "keys:manage": ["admin"],
  "audit:read": ["manager", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** The role given to a person, else admin for the installation's admin e-mails, else the role that can harm least. */
export function roleOf(given: Role | null, email: string, adminEmails: readonly string[]): Role {
  return given ?? (adminEmails.includes(email.toLowerCase()) ? "admin" : "analyst");
}

/** Said where the audit would be opened. */
export const AUDIT_REFUSED = "The audit is for project managers and admins. Ask an admin of your account.";

/** Said where the duplicate check would be opened. */
export const DUPLICATES_REFUSED =
  "The duplicate check is for project managers and admins. Ask an admin of your account.";

/** Said where the duplicate check would be switched. */
export const ACTIVATION_REFUSED = "Switching the duplicate check is for admins: it changes what counts as a duplicate.";

/** Said where the fraud checks would be opened. */
export const CHECKS_REFUSED = "The fraud checks are for project managers and admins. Ask an admin of your account.";

/** Said where a respondent would be checked, or the checks changed. */
export const CHECKING_REFUSED =
  "Checking is for admins, because it records the session. What earlier checks found is shown to you.";

/** Said where answers would be imported, and imports undone. */
export const IMPORTS_REFUSED = "Importing and undoing is for analysts and admins. Ask an admin of your account.";

/** Said where questions would be edited. */
export const QUESTIONS_REFUSED = "Editing questions is for analysts and admins. Ask an admin of your account.";

/** Said where weights would be made. */
export const WEIGHTS_REFUSED = "Making weights is for analysts and admins. Ask an admin of your account.";

/** Said where respondents would be deleted. */
export const DELETION_REFUSED =
  "Deleting respondents is for admins: it cannot be undone. Exclude them instead, or ask an admin of your account.";

/** Said where users and roles would be. */
export const PEOPLE_REFUSED = "Users and their roles are for admins. Ask an admin of your account to change a role.";

/** Said where keys would be. */
export const KEYS_REFUSED = "Keys are for admins: whoever has one calls as your account. Ask an admin of your account.";

/** Said where demo data would be removed. */
export const DEMO_REFUSED = "Removing demo data is for admins. Ask an admin of your account.";

/** Said where hashing would be. */
export const HASHING_REFUSED =
  "Hashing is for admins: whoever has the key can sign completes. Ask an admin of your account.";

/** Said wherever a role does not suffice, by page, handler and service alike. */
export const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";
