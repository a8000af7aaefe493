/**
 * What a list shows, from its address and the view that the address names. An address says only what departs from
 * its view; a key with an empty value says that nothing of the view's holds there. So `?view=ID` is the view,
 * `?view=ID&page=2` its second page, and `?view=ID&status=` the view without its filter by status.
 */
export type Params = Readonly<Record<string, string>>;

/** The list's own keys of an address query, the first of each. */
export function readParams(query: string | URLSearchParams, keys: readonly string[]): Params {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    keys.flatMap((key) =>
      given
        .getAll(key)
        .slice(0, 1)
        .map((value) => [key, value]),
    ),
  );
}

/** What holds: the view's, save where the address says otherwise. */
export function overlay(view: Params, address: Params): Params {
  return Object.fromEntries(Object.entries({ ...view, ...address }).filter(([, value]) => value !== ""));
}

/** What the address has to say beside its view so that `wanted` holds; null: nothing about that key. */
export function departures(view: Params, wanted: Params, keys: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    keys.map((key) => {
      const value = wanted[key] ?? "";
      return [key, value === (view[key] ?? "") ? null : value];
    }),
  );
}

/** Where in a list somebody is, and what is open there: no view keeps it. */
export const PLACES = ["page", "before", "after", "entry"];

/** Whether what holds is another thing than the view. Turning its pages changes nothing about a view. */
export function isModified(view: Params, holds: Params): boolean {
  const keys = new Set([...Object.keys(view), ...Object.keys(holds)]);
  for (const key of PLACES) keys.delete(key);
  return [...keys].some((key) => (view[key] ?? "") !== (holds[key] ?? ""));
}

/** Whether an address says anything about a list: a plain one opens the default view. */
export const isPlain = (address: Params, view: string | null) => view === null && Object.keys(address).length === 0;
