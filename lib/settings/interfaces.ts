import type { Rate } from "@/lib/contracts/operation";
import type { InterfaceView } from "@/lib/contracts/ours/settings";

/** What is said of a connection's interfaces, of what is known without asking any of them. */
type Ability = InterfaceView["abilities"][number];

type DemandSettings = {
  url: string | null;
  shape: "flat" | "grouped";
  addsQuotas: boolean;
  searches: boolean;
  requestsPerSecond: number;
};

const able = (sentence: string): Ability => ({ is_able: true, sentence });
const unable = (sentence: string): Ability => ({ is_able: false, sentence });

/** What the survey demand service of a connection can and cannot do, in sentences. */
export function demandAbilities({ url, shape, addsQuotas, searches }: DemandSettings): Ability[] {
  const isOurs = url === null;
  return [
    searches
      ? able("Searches, sorts and adds up surveys itself: lists are up to the moment.")
      : unable("Does not search, sort or add up: lists are answered from a copy, whose age is shown."),
    addsQuotas
      ? able("Adds quotas to a survey that exists.")
      : unable("Cannot add quotas to a survey that exists: they are set when it is created."),
    isOurs
      ? able("Knows revisions: a change meant for an older state of a survey is refused, and nothing is lost.")
      : unable(
          "Is not known to refuse changes meant for an older state: each save reads the survey again just before.",
        ),
    isOurs
      ? able("Recognises a repeated create by its key: a lost reply never makes a second survey.")
      : unable(
          "Is not known to recognise a repeated create: after a lost reply we look whether it happened, before saying.",
        ),
    able(`Writes surveys in the ${shape} shape; both shapes are read.`),
  ];
}

/** The rate that is kept for each person at the survey demand service. */
export function demandRate({ url, requestsPerSecond }: DemandSettings, others: readonly Rate[]): string {
  if (url === null) {
    return `These pages are answered in-process, without a limit. Any other client is held to ${requestsPerSecond} survey calls a second.`;
  }
  const responses = others.find(({ bucket }) => bucket === "responses");
  const beside = responses ? `, and ${perTime(responses)} for responses` : "";
  return `At most ${requestsPerSecond} survey calls in any second for each person${beside}. What comes faster waits its turn, writes first.`;
}

type KeyedSettings = { url: string | null; keys: Readonly<Record<string, unknown>> };

/** What the duplicate check of a connection can and cannot do, in sentences. */
export function activationAbilities({ extended }: { extended: boolean }): Ability[] {
  return [
    able("Deactivates and activates up to 500 records a call; more are worked through to the end, resumably."),
    extended
      ? able("Counts beforehand how many records match, survey by survey.")
      : unable("Does not count beforehand: what will change is shown as the selectors that were chosen."),
    extended
      ? able("Reverses exactly what a change changed, where nobody has changed it since.")
      : unable("Reverses by the same selectors only: records that were in that state before are switched too."),
    extended
      ? able("Looks a person up by every identifier.")
      : unable("Looks a person up by survey, session, panel id and hashed e-mail, not by IP address, cookie or agent."),
  ];
}

/** What the trends of a connection can and cannot do, in sentences. */
export function analysisAbilities({ url }: Pick<KeyedSettings, "url">): Ability[] {
  const isOurs = url === null;
  return [
    able("Means, minima and maxima of every numeric question by hour, day, month or year."),
    isOurs
      ? able("Says how many answered in each bucket, and how far they spread: significant changes are marked.")
      : unable("Is not known to say how many answered: where it does not, no change is marked as significant."),
    isOurs
      ? able("Weights by any weight of a project, and begins buckets by the clock of any time zone.")
      : unable("Is not known to weight, or to begin buckets by a time zone: they begin by UTC."),
  ];
}

/** What the cross tables of a connection can and cannot do, in sentences. */
export function pivotAbilities({ url }: Pick<KeyedSettings, "url">): Ability[] {
  return [
    able("Says which questions a table can be made of, and what can be measured."),
    url === null
      ? able("Computes the table with its subtotals, totals and bases, weighted or not.")
      : unable("Is not known to compute tables: where it does not, they are of answers imported here."),
  ];
}

/** What the respondent quality of a connection can and cannot do, in sentences. */
export function qualityAbilities({ url, extended }: Pick<KeyedSettings, "url"> & { extended: boolean }): Ability[] {
  return [
    able("Scores respondents by five checks and says who is excluded, in three versions of the interface."),
    able("Excludes and includes respondents of surveys of v3; those of v1 and v2 stay as the rules left them."),
    url === null
      ? able("Keeps what was sent of each respondent, so that a reviewer sees the evidence.")
      : unable("Does not show what was sent of a respondent: reviewers see its scores and reasons alone."),
    extended
      ? able("Copies a survey of v1 or v2 to a new one of v3.")
      : unable("Does not give back what was sent of respondents: a survey cannot be copied to another version."),
  ];
}

/** What the fraud checks of a connection can and cannot do, in sentences. */
export function fraudAbilities({ url, extended }: Pick<KeyedSettings, "url"> & { extended: boolean }): Ability[] {
  return [
    able("Says of a respondent whether they were seen before and what is suspicious, and reviews open texts."),
    url === null
      ? able("Tells the other sessions of a person, and how often respondents of each supplier failed.")
      : unable("Does not tell the other sessions of a person, or how often respondents of each supplier failed."),
    extended
      ? able("Keeps destination platforms and a key for encrypted replies, and says how old its lists are.")
      : unable("Is not known to say how old its lists are, or to have its platforms and keys set from here."),
  ];
}

/** Which of the viewer's accounts it can be called for, and what is lost without; never any part of a key. */
export function keyCredentials(
  { url, keys }: KeyedSettings,
  accounts: readonly { id: string; name: string }[],
  without: string,
): string {
  if (url === null)
    return "These pages need no key. Other clients call it with a key of an account, which an admin creates below.";
  const has = ({ id }: { id: string }) => Object.hasOwn(keys, id);
  const names = (of: readonly { name: string }[]) => of.map(({ name }) => name).join(", ");
  const [present, missing] = [accounts.filter(has), accounts.filter((account) => !has(account))];
  const sentences = [
    present.length > 0 && `A key is present for ${names(present)}.`,
    missing.length > 0 && `None for ${names(missing)}: ${without}.`,
  ];
  return sentences.filter(Boolean).join(" ") || "No key is present.";
}

/** The rate that is kept for each account at an interface of keys. */
export const keyedRate = ({ url }: Pick<KeyedSettings, "url">, rate: Rate): string =>
  url === null
    ? `These pages are answered in-process, without a limit. Any other client is held to ${perTime(rate)} for each key.`
    : `At most ${perTime(rate)} for each account. What comes faster waits its turn.`;

const perTime = ({ limit, windowMs }: Rate) =>
  `${limit.toLocaleString("en")} ${windowMs === 1000 ? "a second" : `in ${windowMs / 1000} seconds`}`;
