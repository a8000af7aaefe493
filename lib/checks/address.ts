import { parseAsString, parseAsStringLiteral } from "nuqs/server";

const views = ["respondent", "reasons", "settings"] as const;
export type ChecksView = (typeof views)[number];

/** The page as its address says it. Identifiers other than the session's, and texts, never stand in it. */
export const checksParsers = {
  show: parseAsStringLiteral(views).withDefault("respondent"),
  /** Whose respondents, for who has several accounts. */
  account: parseAsString,
  survey: parseAsString,
  session: parseAsString,
  /** Of the reasons; UTC days. */
  from: parseAsString,
  to: parseAsString,
};

/** The address of a respondent's check. */
export const checkHref = (survey: string, session: string) => `/checks?${new URLSearchParams({ survey, session })}`;

const DAY_MS = 86_400_000;

/** The last thirty days, today among them, by UTC. */
export const lastDays = (now: Date, days = 30) => ({
  from: new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10),
  to: now.toISOString().slice(0, 10),
});
