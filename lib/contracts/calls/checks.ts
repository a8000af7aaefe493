/** How pages call the operations of `ours/checks.ts`, which declares what is sent and answered. */
const own = { interface: "checks", permission: "duplicates:read" } as const;

export const findCheck = { ...own, name: "findCheck", method: "GET", path: "" } as const;

export const createCheck = {
  ...own,
  permission: "duplicates:act",
  name: "createCheck",
  method: "POST",
  path: "",
} as const;

export const listReasons = { ...own, name: "listReasons", method: "GET", path: "/reasons" } as const;

export const getCheckSettings = { ...own, name: "getCheckSettings", method: "GET", path: "/settings" } as const;

export const updateCheckSettings = {
  ...own,
  permission: "duplicates:act",
  name: "updateCheckSettings",
  method: "POST",
  path: "/settings",
} as const;

export const previewThreshold = { ...own, name: "previewThreshold", method: "GET", path: "/dry-run" } as const;

export const createReplyKey = {
  ...own,
  permission: "duplicates:act",
  name: "createReplyKey",
  method: "POST",
  path: "/reply-key",
} as const;
