/** How pages call the operations of `ours/quota-templates.ts`, which declares what is sent and answered. */
const own = { interface: "quota-templates", permission: "surveys:write" } as const;

export const listQuotaTemplates = {
  ...own,
  permission: "surveys:read",
  name: "listQuotaTemplates",
  method: "GET",
  path: "",
} as const;

export const getQuotaTemplate = {
  ...own,
  permission: "surveys:read",
  name: "getQuotaTemplate",
  method: "GET",
  path: "/quotas",
} as const;

export const saveQuotaTemplate = { ...own, name: "saveQuotaTemplate", method: "POST", path: "" } as const;

export const renameQuotaTemplate = { ...own, name: "renameQuotaTemplate", method: "PATCH", path: "" } as const;

export const deleteQuotaTemplate = { ...own, name: "deleteQuotaTemplate", method: "POST", path: "/delete" } as const;
