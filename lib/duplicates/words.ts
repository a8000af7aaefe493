import type { matchedOn } from "@/lib/contracts/interfaces/activation";
import { type SelectorName, selectorNames } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { shortened } from "@/lib/contracts/rules/shortened";
import { type ActivationType, type BuiltInRoute, builtInRoutes, opposite } from "@/lib/contracts/terms/activation";
import { FIRST_VALUES } from "@/lib/contracts/terms/duplicates";
import { type JobItemState, type JobState, jobStateNames } from "@/lib/contracts/terms/jobs";
import type { Format } from "@/lib/tables/format";

/** Said where the history would be, for a role that may not read it. */
export const HISTORY_REFUSED = "What was switched, and its reversal, is for admins. Ask an admin of your account.";

const routeNames: Record<BuiltInRoute, string> = { search: "Search", predupes: "Pre-check" };

/** A remote service may have routes of its own, which are called what it calls them. */
export const nameOfRoute = (route: string): string => {
  const known = builtInRoutes.find((each) => each === route);
  return known ? routeNames[known] : route;
};

export const routeChoices = builtInRoutes.map((value) => ({ value, label: routeNames[value] }));
export const OWN_ROUTES = "Choose one, or type a route of this connection's service.";

type ActionWords = {
  verb: string;
  past: string;
  state: string;
  means: string;
  /** Told apart at a glance; dark enough for white text. */
  color: string;
};

export const actionWords: Record<ActivationType, ActionWords> = {
  "1": {
    verb: "Deactivate",
    past: "Deactivated",
    state: "inactive",
    means: "The duplicate check no longer sees these sessions: their respondents count as new.",
    color: "red.9",
  },
  "2": {
    verb: "Activate",
    past: "Activated",
    state: "active",
    means: "The duplicate check sees these sessions: their respondents count as duplicates elsewhere.",
    color: "teal.9",
  },
};

type SelectorWords = { label: string; help: string };

export const selectorWords: Record<SelectorName, SelectorWords> = {
  Survey_Number: { label: "Survey numbers", help: "Any one of them matches." },
  Session_Id: { label: "Session ids", help: "One a line or separated by commas; any one of them matches." },
  IP_Address: { label: "IP address", help: "One IPv4 or IPv6 address in any spelling, no range." },
  Cookie: { label: "Cookie", help: "The whole value, exactly as it was recorded." },
  Panel_Id: { label: "Panel id", help: "The panel's own identifier, exactly as it was recorded." },
  Hashed_Email: { label: "Hashed e-mail", help: "A hash in hex of 32, 40, 64 or 128 digits; never the e-mail itself." },
  User_Agent: { label: "User agent", help: "The whole text that the browser sent." },
};

export const matchedOnNames: Record<(typeof matchedOn)[number], string> = {
  Cookie: "same cookie",
  Panel_Id: "same panel id",
  Hashed_Email: "same e-mail",
  "IP_Address and User_Agent": "same IP address and browser",
};

/** "1 record", "3,400 records". */
export const counted = (format: Format, count: number, one: string, many = `${one}s`): string =>
  `${format.count(count)} ${count === 1 ? one : many}`;

/** Letters of one value. */
const MOST_LETTERS = 100;

/** What records were named by, a phrase a selector: the first values, each shortened, and how many more there are. */
export function selectorsInWords({ selectors }: Pick<ActivationChange, "selectors">, format: Format): string[] {
  return selectorNames.flatMap((name) => {
    const named = selectors[name];
    if (!named || named.count === 0) return [];
    const { count, values } = named;
    if (name === "Survey_Number" && count > 1) return [counted(format, count, "survey")];
    const shown = values.slice(0, FIRST_VALUES).map((value) => shortened(value, MOST_LETTERS));
    const more = count > shown.length ? ` and ${format.count(count - shown.length)} more` : "";
    return [`${name === "Survey_Number" ? "Survey " : `${selectorWords[name].label}: `}${shown.join(", ")}${more}`];
  });
}

export const nameOfState = (state: string): string =>
  Object.hasOwn(jobStateNames, state) ? jobStateNames[state as JobState] : state;

export const itemStateNames: Record<JobItemState, string> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  unchanged: "Nothing to change",
  refused: "Refused",
  failed: "Failed",
  uncertain: "Uncertain",
  cancelled: "Cancelled",
};

/** What reversing a change would do. `isExact`: the service keeps what each call changed. */
export function reversalInWords(
  { type, records }: Pick<ActivationChange, "type" | "records">,
  isExact: boolean,
  format: Format,
): string {
  const { verb } = actionWords[opposite(type)];
  const { past, state } = actionWords[type];
  if (!isExact) {
    return `${verb}s everything that matches in the surveys that this changed. The service does not keep what a call changed: records that were ${state} before are switched too.`;
  }
  const what = records === null ? "the records" : counted(format, records, "record");
  return `${verb}s exactly ${what} that this ${past.toLowerCase()}, and gives the surveys the state back that they had. What somebody has switched since is left alone.`;
}
