/** How pages call the operations of `ours/slide-templates.ts`, which declares what is sent and answered. */
const own = { interface: "exports", permission: "answers:read" } as const;

export const listSlideTemplates = {
  ...own,
  name: "listSlideTemplates",
  method: "GET",
  path: "/templates",
  read: "by contract",
} as const;

export const setSlideTemplate = {
  ...own,
  permission: "answers:write",
  name: "setSlideTemplate",
  method: "POST",
  path: "/templates",
  read: "by contract",
} as const;

export const removeSlideTemplate = {
  ...own,
  permission: "answers:write",
  name: "removeSlideTemplate",
  method: "POST",
  path: "/templates/remove",
  read: "by contract",
} as const;

export const getSlideLook = {
  ...own,
  name: "getSlideLook",
  method: "GET",
  path: "/templates/look",
  read: "by contract",
} as const;
