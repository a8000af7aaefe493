/** How pages call the operations of `ours/soft-launches.ts`, which declares what is sent and answered. */
const own = { interface: "soft-launches", permission: "surveys:read" } as const;

export const listWaitingSoftLaunches = { ...own, name: "listWaitingSoftLaunches", method: "GET", path: "" } as const;

export const getSoftLaunch = { ...own, name: "getSoftLaunch", method: "GET", path: "/survey" } as const;

export const previewSoftLaunch = {
  ...own,
  permission: "surveys:write",
  name: "previewSoftLaunch",
  method: "POST",
  path: "/preview",
} as const;

export const changeSoftLaunch = {
  ...own,
  permission: "surveys:write",
  name: "changeSoftLaunch",
  method: "POST",
  path: "",
} as const;
