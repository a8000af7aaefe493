/** How pages call the operations of `ours/drafts.ts`, which declares what is sent and answered. */
const own = { interface: "drafts", permission: "drafts:write" } as const;

export const getDraft = { ...own, name: "getDraft", method: "GET", path: "" } as const;

export const saveDraft = { ...own, name: "saveDraft", method: "POST", path: "" } as const;

export const discardDraft = { ...own, name: "discardDraft", method: "POST", path: "/discard" } as const;
