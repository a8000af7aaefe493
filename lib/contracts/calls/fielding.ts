/** How pages call the operations of `interfaces/fielding.ts`, which declares what is sent and answered. */
const own = { interface: "fielding", permission: "surveys:write" } as const;

export const listSessions = {
  ...own,
  permission: "surveys:read",
  name: "listSessions",
  method: "GET",
  path: "/sessions",
} as const;

export const getSession = {
  ...own,
  permission: "surveys:read",
  name: "getSession",
  method: "GET",
  path: "/sessions/{rid}",
} as const;

export const summarizeSessions = {
  ...own,
  permission: "surveys:read",
  name: "summarizeSessions",
  method: "GET",
  path: "/summary",
} as const;

export const returnSession = {
  ...own,
  name: "returnSession",
  method: "POST",
  path: "/sessions/{rid}/outcome",
} as const;

export const listSuppliers = {
  ...own,
  permission: "surveys:read",
  name: "listSuppliers",
  method: "GET",
  path: "/suppliers",
} as const;

export const createSupplier = { ...own, name: "createSupplier", method: "POST", path: "/suppliers" } as const;

export const updateSupplier = { ...own, name: "updateSupplier", method: "PATCH", path: "/suppliers" } as const;

export const removeSupplier = { ...own, name: "removeSupplier", method: "POST", path: "/suppliers/remove" } as const;

export const getSurveyChecks = {
  ...own,
  permission: "surveys:read",
  name: "getSurveyChecks",
  method: "GET",
  path: "/checks",
} as const;

export const updateSurveyChecks = { ...own, name: "updateSurveyChecks", method: "PATCH", path: "/checks" } as const;

export const createTestLink = { ...own, name: "createTestLink", method: "POST", path: "/test-links" } as const;

export const removeTestSessions = {
  ...own,
  name: "removeTestSessions",
  method: "POST",
  path: "/tests/remove",
} as const;

export const listHashing = {
  ...own,
  permission: "keys:manage",
  name: "listHashing",
  method: "GET",
  path: "/hashing",
} as const;

export const updateHashing = {
  ...own,
  permission: "keys:manage",
  name: "updateHashing",
  method: "PATCH",
  path: "/hashing",
} as const;
