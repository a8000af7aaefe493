/** How pages call the operations of `ours/recordings.ts`, which declares what is sent and answered. */
const own = { interface: "views", permission: "answers:read" } as const;

export const findRecording = {
  ...own,
  name: "findRecording",
  method: "GET",
  path: "/recording",
  read: "by contract",
} as const;

export const recordTable = {
  ...own,
  name: "recordTable",
  method: "POST",
  path: "/recording",
  read: "by contract",
} as const;

export const freezeTable = {
  ...own,
  name: "freezeTable",
  method: "POST",
  path: "/recording/freeze",
  read: "by contract",
} as const;
