/** How pages call the operations of `ours/question-changes.ts`, which declares what is sent and answered. */
const own = { interface: "questions", permission: "answers:write" } as const;

export const changeQuestions = {
  ...own,
  name: "changeQuestions",
  method: "POST",
  path: "/changes",
  read: "as sent",
} as const;
