import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

const sections = ["mine", "sessions", "connections", "people", "keys", "hashing", "slides", "demo"] as const;
export type Section = (typeof sections)[number];

/** The settings as their address says them. */
export const settingsParsers = {
  section: parseAsStringLiteral(sections).withDefault("mine"),
  /** Of people: part of a name or e-mail, and the page. */
  search: parseAsString.withDefault(""),
  page: parseAsInteger.withDefault(1),
};

export const loadSettingsState = createLoader(settingsParsers);
type SettingsState = Awaited<ReturnType<typeof loadSettingsState>>;

const MAX_SEARCH = 200;

/** The call that answers the people's section; an address may hold anything. */
export const peopleAsked = ({ search, page }: Pick<SettingsState, "search" | "page">) => ({
  search: search.replaceAll("\u0000", "").trim().slice(0, MAX_SEARCH),
  page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
});
