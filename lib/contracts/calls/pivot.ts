/** How pages call the operations of `interfaces/pivot.ts`, which declares what is sent and answered. */
const own = { interface: "pivot", permission: "answers:read" } as const;

export const fetchSpecs = {
  ...own,
  name: "fetchSpecs",
  method: "POST",
  path: "/v1/pivotTable/fetchSpecs",
  read: "as sent",
} as const;

export const fetchData = {
  ...own,
  name: "fetchData",
  method: "POST",
  path: "/v1/pivotTable/fetchData",
  read: "as sent",
} as const;

export const fetchResponses = {
  ...own,
  name: "fetchResponses",
  method: "POST",
  path: "/v1/pivotTable/fetchResponses",
  read: "as sent",
} as const;
