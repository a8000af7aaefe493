/** How pages call the operations of `ours/imports.ts`, which declares what is sent and answered. */
const own = { interface: "imports", permission: "answers:write" } as const;

export const sendFile = { ...own, name: "sendFile", method: "POST", path: "/files" } as const;

export const guessImport = { ...own, name: "guessImport", method: "POST", path: "/guess" } as const;

export const checkImport = {
  ...own,
  name: "checkImport",
  method: "POST",
  path: "/check",
  read: "by contract",
} as const;

export const listOfDryRun = { ...own, name: "listOfDryRun", method: "GET", path: "/check/list" } as const;

export const startCheck = { ...own, name: "startCheck", method: "POST", path: "/checks" } as const;

export const getCheck = { ...own, name: "getCheck", method: "GET", path: "/checks", read: "by contract" } as const;

export const startImport = { ...own, name: "startImport", method: "POST", path: "" } as const;

export const listImports = {
  ...own,
  permission: "answers:read",
  name: "listImports",
  method: "GET",
  path: "",
} as const;

export const undoImport = { ...own, name: "undoImport", method: "POST", path: "/undo" } as const;

export const getProjectSessions = {
  ...own,
  permission: "answers:read",
  name: "getProjectSessions",
  method: "GET",
  path: "/sessions",
} as const;

export const importSessions = { ...own, name: "importSessions", method: "POST", path: "/sessions" } as const;

export const keepSessions = { ...own, name: "keepSessions", method: "PATCH", path: "/sessions" } as const;
