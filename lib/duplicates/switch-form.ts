import {
  readSelectors,
  type SelectorName,
  selectorNames,
  tidyNumber,
  writeSelectors,
} from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ActivationInput, NamedSurvey, ResolvedSurveys } from "@/lib/contracts/ours/duplicates";
import { type ActivationType, activationTypes, DEFAULT_ROUTE } from "@/lib/contracts/terms/activation";
import type { FieldProblems } from "@/lib/http/problem";
import type { Format } from "@/lib/tables/format";
import type { SwitchValues } from "./switch-rules";
import { counted } from "./words";

/** Selectors beside the surveys, in the order in which they are asked for. */
export const narrowing = ["Session_Id", "Panel_Id", "IP_Address", "Cookie", "Hashed_Email", "User_Agent"] as const;
export type Narrowing = (typeof narrowing)[number];

/** Session ids come from spreadsheets: one a line. The interface separates them by commas. */
const oneLine = (text: string) => text.replace(/[\r\n\t;]+/g, ",");

const bodyOf = (given: SwitchValues) => ({
  ...Object.fromEntries(narrowing.map((name) => [name, given[name]])),
  Session_Id: oneLine(given.Session_Id),
});

export const readNarrowing = (given: SwitchValues) => readSelectors(bodyOf(given), narrowing);

export const blankSwitch: SwitchValues = {
  Type: "1",
  Route: DEFAULT_ROUTE,
  surveys: "",
  chosen: {},
  Session_Id: "",
  Panel_Id: "",
  IP_Address: "",
  Cookie: "",
  Hashed_Email: "",
  User_Agent: "",
};

export const hasNarrowing = (given: SwitchValues) => narrowing.some((name) => given[name].trim() !== "");

/** Numbers of the surveys that were pasted, each once: those found, and those chosen of a name that several have. */
export function numbersOf({ surveys, ambiguous }: ResolvedSurveys, chosen: SwitchValues["chosen"]): string[] {
  const picked = ambiguous.flatMap(({ text, surveys: several }) => several.filter(isPicked(chosen[text])));
  return [...new Set([...surveys, ...picked].map(({ survey_number }) => survey_number))];
}

const isPicked =
  (numbers: readonly string[] = []) =>
  ({ survey_number }: NamedSurvey) =>
    numbers.includes(survey_number);

/** What of a paste names no survey that is meant: unknown, or a name of several of which none was chosen. */
export const leftOutOf = ({ unknown, ambiguous }: ResolvedSurveys, chosen: SwitchValues["chosen"]): string[] => [
  ...unknown,
  ...ambiguous.filter(({ text }) => (chosen[text] ?? []).length === 0).map(({ text }) => text),
];

/** Why numbers cannot be sent, at the field of the surveys; null: they can. */
export function refuseNumbers(text: string, numbers: readonly string[]): string | null {
  if (text.trim() === "") return null;
  // Without this a list of unknown surveys would widen the call to whatever else was given.
  if (numbers.length === 0) return "None of these is a survey of your account. Check the numbers, or clear the field.";
  return readSelectors({ Survey_Number: numbers.join(",") }, ["Survey_Number"]).problems.Survey_Number ?? null;
}

export type SwitchBody = Pick<ActivationInput, "Type" | "Route"> & {
  account_id?: string;
} & Partial<Record<SelectorName, string>>;

/** What is asked of the server: the surveys by their numbers, blank fields left out. */
export function switchBody(given: SwitchValues, numbers: readonly string[], account: string | undefined): SwitchBody {
  const { Type, Route } = given;
  return {
    ...(account !== undefined && { account_id: account }),
    Type,
    Route: Route.trim(),
    ...(numbers.length > 0 && { Survey_Number: numbers.map(tidyNumber).join(",") }),
    ...writeSelectors(readNarrowing(given).selectors),
  };
}

/** A call that names nothing but surveys also switches how their later sessions start. */
export const namesOnlySurveys = (body: SwitchBody) =>
  selectorNames.every((name) => (name === "Survey_Number") === (body[name] !== undefined));

/** How a paste was understood, a phrase a finding. */
export function resolvedInWords(resolved: ResolvedSurveys, chosen: SwitchValues["chosen"], format: Format): string {
  const { repeated, unknown, ambiguous } = resolved;
  const open = ambiguous.filter(({ text }) => (chosen[text] ?? []).length === 0).length;
  return [
    counted(format, numbersOf(resolved, chosen).length, "survey"),
    repeated > 0 && `${format.count(repeated)} repeated dropped`,
    unknown.length > 0 && `${format.count(unknown.length)} unknown`,
    open > 0 && `${counted(format, open, "name")} that several surveys have`,
  ]
    .filter(Boolean)
    .join(" · ");
}

const fieldNames: readonly string[] = Object.keys(blankSwitch);
const isField = (name: string): name is keyof SwitchValues => fieldNames.includes(name);

/** A refusal's sentences at the fields they are about; `rest` for the form as a whole. */
export function placeProblems({ message, fields = {} }: { message: string; fields?: FieldProblems | undefined }) {
  const placed: { name: keyof SwitchValues; message: string }[] = [];
  const rest: string[] = [];
  for (const [path, sentence] of Object.entries(fields)) {
    const name = path === "Survey_Number" ? "surveys" : path;
    if (isField(name)) placed.push({ name, message: sentence });
    else rest.push(sentence);
  }
  return { placed, rest: placed.length + rest.length === 0 ? [message] : rest };
}

export const isType = (text: string): text is ActivationType => activationTypes.some((type) => type === text);
