/** How pages call the operations of `ours/invitations.ts`, which declares what is sent and answered. */
const own = { interface: "settings", permission: "users:manage" } as const;

export const inviteUser = { ...own, name: "inviteUser", method: "POST", path: "/people/invitations" } as const;

export const createPasswordLink = {
  ...own,
  name: "createPasswordLink",
  method: "POST",
  path: "/people/password-links",
} as const;
