/** How pages call the operations of `ours/questions.ts`, which declares what is sent and answered. */
const own = { interface: "questions", permission: "answers:write" } as const;

export const listQuestions = {
  ...own,
  permission: "answers:read",
  name: "listQuestions",
  method: "GET",
  path: "",
  read: "as sent",
} as const;

export const updateQuestion = { ...own, name: "updateQuestion", method: "PATCH", path: "", read: "as sent" } as const;

export const addQuestion = { ...own, name: "addQuestion", method: "POST", path: "", read: "as sent" } as const;

export const removeQuestion = {
  ...own,
  name: "removeQuestion",
  method: "POST",
  path: "/remove",
  read: "as sent",
} as const;

export const countAnswers = {
  ...own,
  permission: "answers:read",
  name: "countAnswers",
  method: "GET",
  path: "/answers",
} as const;

export const previewQuestion = {
  ...own,
  permission: "answers:read",
  name: "previewQuestion",
  method: "POST",
  path: "/preview",
} as const;

export const changeKind = { ...own, name: "changeKind", method: "POST", path: "/kind", read: "as sent" } as const;

export const moveQuestion = { ...own, name: "moveQuestion", method: "POST", path: "/move", read: "as sent" } as const;
