import { describe, expect, test } from "vitest";
import type { ResolvedSurveys } from "@/lib/contracts/ours/duplicates";
import { formatFor, usualSettings } from "@/lib/tables/format";
import {
  blankSwitch,
  leftOutOf,
  namesOnlySurveys,
  numbersOf,
  placeProblems,
  refuseNumbers,
  resolvedInWords,
  switchBody,
} from "./switch-form";
import { type SwitchValues, switchFormSchema } from "./switch-rules";

const format = formatFor(usualSettings);
const filled = (members: Partial<SwitchValues>): SwitchValues => ({ ...blankSwitch, ...members });
const survey = (survey_number: string) => ({ survey_number, name: `Survey ${survey_number}` });
const resolved = (members: Partial<ResolvedSurveys>): ResolvedSurveys => ({
  surveys: [],
  unknown: [],
  ambiguous: [],
  repeated: 0,
  ...members,
});

const problemsOf = (values: SwitchValues) =>
  Object.fromEntries(
    (switchFormSchema.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );

describe("the form", () => {
  test("refuses a call that names nothing, at the surveys", () => {
    expect(problemsOf(filled({ surveys: " \n" }))).toEqual({ surveys: expect.stringMatching(/^Name at least one/) });
    expect(problemsOf(filled({ surveys: "1" }))).toEqual({});
    expect(problemsOf(filled({ Panel_Id: "p" }))).toEqual({});
  });

  test("says the contract's sentences at the fields", () => {
    const wrong = { IP_Address: "10.0.0.0/8", Hashed_Email: "me@x.io", Cookie: "x".repeat(501), Route: " " };
    expect(problemsOf(filled(wrong))).toEqual({
      Route: "Choose a route.",
      IP_Address: expect.stringMatching(/one address, not a range/),
      Hashed_Email: expect.stringMatching(/never the e-mail itself/),
      Cookie: "Cookie must have at most 500 characters.",
    });
  });
});

describe("surveys", () => {
  const paste = resolved({
    surveys: [survey("1"), survey("2")],
    unknown: ["x"],
    ambiguous: [
      { text: "Wave", surveys: [survey("2"), survey("3"), survey("4")] },
      { text: "Other", surveys: [survey("5"), survey("6")] },
    ],
    repeated: 2,
  });

  test("are those found and those chosen of a name, each once", () => {
    expect(numbersOf(paste, {})).toEqual(["1", "2"]);
    expect(numbersOf(paste, { Wave: ["2", "4"], Gone: ["9"] })).toEqual(["1", "2", "4"]);
  });

  test("are said as they were understood", () => {
    expect(resolvedInWords(paste, {}, format)).toBe(
      "2 surveys · 2 repeated dropped · 1 unknown · 2 names that several surveys have",
    );
    expect(resolvedInWords(paste, { Wave: ["4"], Other: ["5"] }, format)).toBe(
      "4 surveys · 2 repeated dropped · 1 unknown",
    );
  });

  test("that are not meant are left out, and named", () => {
    expect(leftOutOf(paste, {})).toEqual(["x", "Wave", "Other"]);
    expect(leftOutOf(paste, { Wave: ["2"], Other: [] })).toEqual(["x", "Other"]);
  });

  test("of which none is known never widen the call to its other selectors", () => {
    expect(refuseNumbers("unknown", [])).toMatch(/^None of these is a survey/);
    expect(refuseNumbers("  ", [])).toBeNull();
    expect(refuseNumbers("1", ["1"])).toBeNull();
  });

  test("are refused when they are too many for a call", () => {
    const numbers = Array.from({ length: 5001 }, (_, at) => String(at));
    expect(refuseNumbers("many", numbers)).toMatch(/at most 5,000 at once/);
  });
});

test("the body has only what was given, as it is compared", () => {
  const values = filled({ Type: "2", Session_Id: "a\nb;c\n\n", IP_Address: "2001:DB8:0:0:0:0:0:7", Cookie: " " });
  expect(switchBody(values, ["7", "8"], "acc")).toEqual({
    account_id: "acc",
    Type: "2",
    Route: "search",
    Survey_Number: "7,8",
    Session_Id: "a,b,c",
    IP_Address: "2001:db8::7",
  });
});

test("a call that names nothing but surveys is told from a narrower one", () => {
  expect(namesOnlySurveys(switchBody(blankSwitch, ["7"], undefined))).toBe(true);
  expect(namesOnlySurveys(switchBody(filled({ Panel_Id: "p" }), ["7"], undefined))).toBe(false);
  expect(namesOnlySurveys(switchBody(filled({ Panel_Id: "p" }), [], undefined))).toBe(false);
});

test("a refusal stands at its fields, else over the form", () => {
  const fields = { Survey_Number: "Too many.", Route: "No such route.", Change: "Odd." };
  expect(placeProblems({ message: "Refused.", fields })).toEqual({
    placed: [
      { name: "surveys", message: "Too many." },
      { name: "Route", message: "No such route." },
    ],
    rest: ["Odd."],
  });
  expect(placeProblems({ message: "Refused." })).toEqual({ placed: [], rest: ["Refused."] });
});
