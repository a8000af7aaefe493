/** How pages call the operations of `ours/trends.ts`, which declares what is sent and answered. */
const own = { interface: "trends", permission: "answers:write" } as const;

export const getTrendExtent = {
  ...own,
  permission: "answers:read",
  name: "getTrendExtent",
  method: "GET",
  path: "/extent",
} as const;

export const listTrendNotes = {
  ...own,
  permission: "answers:read",
  name: "listTrendNotes",
  method: "GET",
  path: "/notes",
} as const;

export const addTrendNote = { ...own, name: "addTrendNote", method: "POST", path: "/notes" } as const;

export const updateTrendNote = { ...own, name: "updateTrendNote", method: "POST", path: "/notes/update" } as const;

export const deleteTrendNote = { ...own, name: "deleteTrendNote", method: "POST", path: "/notes/delete" } as const;
