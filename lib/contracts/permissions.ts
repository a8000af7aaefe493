/** What a role may do. Operations name a permission; routes, pages and the built-in services ask `may`. */
export const roles = ["manager", "analyst", "admin"] as const;
export type Role = (typeof roles)[number];

const permissions = {
  "surveys:read": ["manager", "analyst", "admin"],
  "surveys:write": ["manager", "admin"],
  "users:manage": ["admin"],
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

/** Said where users and roles would be. */
export const PEOPLE_REFUSED = "Users and their roles are for admins. Ask an admin of your account to change a role.";

/** Said wherever a role does not suffice, by page, handler and service alike. */
export const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";
