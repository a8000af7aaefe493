import type { Definitions } from "../interfaces/demand-replies";
import { type SurveyStatus, surveyFields } from "../interfaces/survey-fields";
import { hasSessionPlaceholder } from "./entry-link";

/**
 * Rules over several fields of a survey, as pure functions that the form and the built-in service both run.
 * Each answers with sentences by field; none means all is well.
 */
type Problems = Record<string, string>;

const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The definitions' own spelling of a value, or undefined when they don't know it. */
export const spelling = (values: readonly string[], value: string) => values.find((known) => sameWord(known, value));

const enumerations = {
  status: "statuses",
  calculation_type: "calculation_types",
  traffic_control_limit_type: "traffic_control_limits",
} as const satisfies Record<string, keyof Definitions>;

/** The lists of definitions that enumerated members are of. */
type Lists = Pick<Definitions, (typeof enumerations)[keyof typeof enumerations] | "device_compatibilities">;

type Enumerated = {
  status?: string | undefined;
  calculation_type?: string | undefined;
  traffic_control_limit_type?: string | undefined;
  device_compatibilities?: string[] | undefined;
};

/**
 * Spells enumerated members as the connection's definitions spell them. A value that they don't know stays as it
 * is and becomes a problem, for those who insist on known values.
 */
export function spellAsDefined<T extends Enumerated>(survey: T, definitions: Lists): { survey: T; problems: Problems } {
  const spelled: T = { ...survey };
  const problems: Problems = {};
  for (const [name, list] of Object.entries(enumerations) as [keyof typeof enumerations, "statuses"][]) {
    const value = survey[name];
    if (value === undefined || value === null) continue;
    const known = spelling(definitions[list], value);
    if (known === undefined)
      problems[name] = `${surveyFields[name].label} must be one of ${listed(definitions[list])}.`;
    else spelled[name] = known;
  }
  if (survey.device_compatibilities) {
    const known = survey.device_compatibilities.map((device) => spelling(definitions.device_compatibilities, device));
    if (known.includes(undefined)) {
      problems.device_compatibilities = `Devices must be of ${listed(definitions.device_compatibilities)}.`;
    }
    spelled.device_compatibilities = [
      ...new Set(survey.device_compatibilities.map((device, index) => known[index] ?? device)),
    ];
  }
  return { survey: spelled, problems };
}

const listed = (values: readonly string[]) =>
  values.length > 1 ? `${values.slice(0, -1).join(", ")} and ${values.at(-1)}` : (values[0] ?? "none");

/** The language has to be one of the country's. */
export function placeProblems(
  place: { country_code: string; language_code: string },
  definitions: Definitions,
): Problems {
  const country = definitions.countries.find(({ code }) => code === place.country_code);
  if (!country)
    return { country_code: `Country ${place.country_code} is not one of the countries in the definitions.` };
  if (country.language_options.some(({ code }) => code === place.language_code)) return {};
  const options = listed(country.language_options.map(({ name, code }) => `${code} (${name})`));
  return {
    language_code: `Language ${place.language_code} is not offered in ${country.name}, which has ${options}.`,
  };
}

const next: Record<SurveyStatus, readonly SurveyStatus[]> = {
  Draft: ["Live"],
  Live: ["Paused", "Complete"],
  Paused: ["Live", "Complete"],
  Complete: ["Live"],
};

/** The statuses a survey may take from here, its present one first. */
export const reachableStatuses = (from: SurveyStatus): readonly SurveyStatus[] => [from, ...next[from]];

export function statusProblem(from: SurveyStatus, to: SurveyStatus): Problems {
  if (reachableStatuses(from).includes(to)) return {};
  return { status: `A survey that is ${from} cannot become ${to}; it can become ${listed(next[from])}.` };
}

/** What decides whether a survey can be live. Counted: completes or starts, as its calculation type says. */
export type Readiness = {
  respondents: number;
  counted: number;
  quotas: { quota: number; counted: number }[];
  /** Epoch milliseconds. */
  outOfFieldAt: number;
  entryLink: string;
};

/** A live survey has room: where it has none left, the built-in service sets it Complete. */
export function roomProblems({ respondents, counted, quotas }: Pick<Readiness, "respondents" | "counted" | "quotas">) {
  const problems: Problems = {};
  if (counted >= respondents) {
    problems.respondents = `A live survey needs room: all ${respondents} respondents are reached.`;
  } else if (quotas.length === 0) {
    problems.respondent_attributes = "A live survey needs at least one quota.";
  } else if (!quotas.some((quota) => quota.counted < quota.quota)) {
    problems.respondent_attributes = "A live survey needs a quota with room: all quotas are full.";
  }
  return problems;
}

/** A live survey has room, time and a way in. */
export function liveProblems({ outOfFieldAt, entryLink, ...room }: Readiness, now: number): Problems {
  const problems = roomProblems(room);
  if (outOfFieldAt <= now) problems.out_of_field_date = "A live survey needs an out-of-field date that lies ahead.";
  if (!hasSessionPlaceholder(entryLink)) {
    problems.entry_link = "A live survey needs an entry link with the session placeholder [%RID%].";
  }
  return problems;
}
