/** How pages call the operations of `ours/passwords.ts`, which declares what is sent and answered. */
const own = { interface: "passwords", permission: null } as const;

export const requestPasswordLink = { ...own, name: "requestPasswordLink", method: "POST", path: "/requests" } as const;

export const lookUpPasswordLink = { ...own, name: "lookUpPasswordLink", method: "POST", path: "/links" } as const;

export const setPassword = { ...own, name: "setPassword", method: "POST", path: "" } as const;
