/** How pages call the operations of `ours/settings.ts`, which declares what is sent and answered. */
const own = { interface: "settings", permission: "surveys:read" } as const;

export const updateMine = { ...own, name: "updateMine", method: "PATCH", path: "/mine" } as const;

export const listSessions = { ...own, name: "listSessions", method: "GET", path: "/sessions" } as const;

export const endSession = { ...own, name: "endSession", method: "POST", path: "/sessions/end" } as const;

export const endOtherSessions = {
  ...own,
  name: "endOtherSessions",
  method: "POST",
  path: "/sessions/end-others",
} as const;

export const getSignOut = { ...own, name: "getSignOut", method: "GET", path: "/sessions/sign-out" } as const;

export const getConnection = { ...own, name: "getConnection", method: "GET", path: "/connection" } as const;

export const getSurveyCopy = { ...own, name: "getSurveyCopy", method: "GET", path: "/connection/copy" } as const;

export const refreshSurveyCopy = {
  ...own,
  name: "refreshSurveyCopy",
  method: "POST",
  path: "/connection/copy",
} as const;

export const getServiceHealth = {
  ...own,
  name: "getServiceHealth",
  method: "GET",
  path: "/connection/health",
} as const;

export const checkServiceHealth = {
  ...own,
  name: "checkServiceHealth",
  method: "POST",
  path: "/connection/health",
} as const;

export const listPeople = {
  ...own,
  permission: "users:manage",
  name: "listPeople",
  method: "GET",
  path: "/people",
} as const;

export const changeRole = {
  ...own,
  permission: "users:manage",
  name: "changeRole",
  method: "PATCH",
  path: "/people",
} as const;

export const removeIdentity = {
  ...own,
  permission: "users:manage",
  name: "removeIdentity",
  method: "POST",
  path: "/people/identities/remove",
} as const;
