/** What a record can be active for. `search` is meant where nothing is said. */
export const builtInRoutes = ["search", "predupes"] as const;
export type BuiltInRoute = (typeof builtInRoutes)[number];
export const DEFAULT_ROUTE: BuiltInRoute = "search";

/** `1` deactivates, `2` activates. */
export const activationTypes = ["1", "2"] as const;
export type ActivationType = (typeof activationTypes)[number];
export const isActivating = (type: ActivationType) => type === "2";
export const opposite = (type: ActivationType): ActivationType => (type === "1" ? "2" : "1");

/** A call may move this many records at most. */
export const MOST_RECORDS = 500;
