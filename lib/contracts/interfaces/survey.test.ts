import { describe, expect, test } from "vitest";
import type * as z from "zod";
import type { JsonObject } from "../lenient";
import { startNewSurveys } from "../ours/jobs";
import { createProject, createSurvey, createToken, updateProject, updateResponse, updateSurvey } from "./demand";
import { newSurveySchema, surveyPatchSchema } from "./survey";
import { editableFieldNames } from "./survey-fields";

const newSurvey: JsonObject = {
  project_id: "p",
  name: "Coffee",
  respondents: 500,
  country_code: "DE",
  language_code: "DE",
  length_of_interview: 5,
  incidence_rate: 80,
  collects_pii: false,
  hashing_enabled: false,
  out_of_field_date: "2031-02-28",
  out_of_field_timezone: "(UTC-10:00) Hawaii",
  device_compatibilities: ["desktop"],
  calculation_type: "Completes",
  traffic_control_limit_type: "None",
  entry_link: "https://example.test/?id=[%RID%]",
  respondent_attributes: [{ quota_name: "All", quota: 500, qualifications: [] }],
};

const complaints = (schema: z.ZodType, value: unknown): [string, string][] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

const NUL = "a\u0000b";
const LONE = "a\ud800b";
const unstorable = (label: string) => `${label} contains a character that cannot be stored.`;

const textField = (label: string, maxLength: string) =>
  [
    [undefined, `${label} is required.`],
    [null, `${label} is required.`],
    ["", `${label} is required.`],
    [" \t\n", `${label} is required.`],
    [5, `${label} must be text.`],
    [true, `${label} must be text.`],
    [["a"], `${label} must be text.`],
    [{}, `${label} must be text.`],
    ["x".repeat(5000), `${label} must have at most ${maxLength} characters.`],
    [NUL, unstorable(label)],
    [LONE, unstorable(label)],
  ] as const;

const wholeNumber = (label: string, phrase: string) => [
  ...[undefined, null].map((value) => [value, `${label} is required.`] as const),
  ...[0, -1, 1.5, "5", "", true, [5], {}, 1e300].map((value) => [value, `${label} must be ${phrase}.`] as const),
];

const trueOrFalse = (label: string) =>
  [
    [undefined, `${label} is required.`],
    [null, `${label} is required.`],
    ...["true", 0, 1, [], {}].map((value) => [value, `${label} must be true or false.`] as const),
  ] as const;

const AMOUNT = "must be an amount in US dollars, above 0 and with at most two decimals";

/** Field, its wrong values, and what a person reads. */
const table: Record<string, readonly (readonly [unknown, string])[]> = {
  project_id: textField("Project", "200"),
  name: textField("Survey name", "500"),
  status: textField("Status", "50").slice(1),
  respondents: [
    ...wholeNumber("Number of respondents", "a whole number of 1 or more").slice(0, -1),
    [1_000_000_001, "Number of respondents must be at most 1,000,000,000."],
  ],
  country_code: textField("Country", "10"),
  language_code: textField("Language", "10"),
  length_of_interview: wholeNumber("Length of interview", "a whole number from 1 to 10000"),
  incidence_rate: [
    ...wholeNumber("Incidence rate", "a whole number from 1 to 100"),
    [101, "Incidence rate must be a whole number from 1 to 100."],
  ],
  collects_pii: trueOrFalse("Collects personal information"),
  hashing_enabled: trueOrFalse("Hashing"),
  out_of_field_date: textField("Out-of-field date", "64"),
  out_of_field_timezone: textField("Out-of-field time zone", "120"),
  device_compatibilities: [
    [undefined, "Devices are required."],
    [null, "Devices are required."],
    ["desktop", "Devices must be a list."],
    [{}, "Devices must be a list."],
    [[], "Devices must name at least one of desktop, mobile and tablet."],
    [[null], "Device is required."],
    [[5], "Device must be text."],
    [[NUL], unstorable("Device")],
  ],
  calculation_type: textField("Calculation type", "50"),
  traffic_control_limit_type: textField("Pacing", "50"),
  entry_link: textField("Entry link", "2,048"),
  offered_price_per_complete: [
    [null, "Price per complete is required."],
    ...[0, -1, "1.07", true, [], {}, 1.005, 0.001, 1e-9, 1e-300].map(
      (value) => [value, `Price per complete ${AMOUNT}.`] as const,
    ),
    [100_000.01, "Price per complete must be at most 100,000 US dollars."],
  ],
  respondent_attributes: [
    [undefined, "Quotas are required."],
    [null, "Quotas are required."],
    [{}, "Quotas must be a list."],
    ["x", "Quotas must be a list."],
    [[], "A survey needs at least one quota."],
    [[null], "A quota must be an object."],
    [["x"], "A quota must be an object."],
    [[[]], "A quota must be an object."],
    [
      Array.from({ length: 5001 }, () => ({ quota_name: "All", quota: 1, qualifications: [] })),
      "A survey can have at most 5,000 quotas.",
    ],
  ],
};

const quotaTable: Record<string, readonly (readonly [unknown, string])[]> = {
  quota_name: textField("Quota name", "300"),
  quota: [
    ...wholeNumber("Quota", "a whole number of 1 or more").slice(0, -1),
    [1_000_000_001, "Quota must be at most 1,000,000,000."],
  ],
  qualifications: [
    [undefined, "Qualifications are required."],
    [null, "Qualifications are required."],
    [{}, "Qualifications must be a list."],
    [[null], "A qualification must be an object."],
    [[7], "A qualification must be an object."],
    [[{ allowed_option_ids: [1] }], "Question is required."],
    [[{ question_id: null, allowed_option_ids: [1] }], "Question is required."],
    ...[-1, 1.5, "gender", "-1", "1e3", true, {}].map(
      (question_id) => [[{ question_id, allowed_option_ids: [1] }], "Question must be a whole number."] as const,
    ),
    [[{ question_id: 1 }], "Allowed options are required."],
    [[{ question_id: 1, allowed_option_ids: null }], "Allowed options are required."],
    [[{ question_id: 1, allowed_option_ids: 5 }], "Allowed options must be a list."],
    [[{ question_id: 1, allowed_option_ids: [] }], "A qualification needs at least one allowed option."],
    [[{ question_id: 1, allowed_option_ids: [null] }], "Allowed option is required."],
    ...[-1, 1.5, "x", true, {}].map(
      (option) =>
        [[{ question_id: 1, allowed_option_ids: [option] }], "Allowed option must be a whole number."] as const,
    ),
  ],
};

const rows = (of: typeof table) =>
  Object.entries(of).flatMap(([field, wrong]) => wrong.map(([value, sentence]) => ({ field, value, sentence })));

describe("a new survey", () => {
  test("needs nothing beside the fields that the specification requires", () => {
    expect(complaints(newSurveySchema, newSurvey)).toEqual([]);
  });

  test.each(rows(table))("$field = $value: $sentence", ({ field, value, sentence }) => {
    const [complaint] = complaints(newSurveySchema, { ...newSurvey, [field]: value });
    expect(complaint?.[1]).toBe(sentence);
    expect(complaint?.[0].split(".")[0]).toBe(field);
  });

  test.each(rows(quotaTable))("a quota's $field = $value: $sentence", ({ field, value, sentence }) => {
    const quota = { quota_name: "All", quota: 1, qualifications: [], [field]: value };
    const [complaint] = complaints(newSurveySchema, { ...newSurvey, respondent_attributes: [quota] });
    expect(complaint?.[1]).toBe(sentence);
    expect(complaint?.[0]).toMatch(new RegExp(`^respondent_attributes\\.0\\.${field}`));
  });

  test("has a sentence for every field that a person decides", () => {
    expect(Object.keys(table)).toEqual([...editableFieldNames]);
  });

  test.each([0.01, 1.07, 1.1, 2.55, 19.99, 99_999.99, 100_000])("may offer %d dollars", (price) => {
    expect(complaints(newSurveySchema, { ...newSurvey, offered_price_per_complete: price })).toEqual([]);
  });

  test("reads digit strings as question and option ids, each option once", () => {
    const quota = {
      quota_name: "All",
      quota: 1,
      qualifications: [{ question_id: "1", allowed_option_ids: ["18", 18, 19] }],
    };
    const read = newSurveySchema.parse({ ...newSurvey, respondent_attributes: [quota] });
    expect(read.respondent_attributes[0]?.qualifications).toEqual([{ question_id: 1, allowed_option_ids: [18, 19] }]);
  });

  test("keeps names as they were sent, HTML, emoji and blanks included", () => {
    const name = ' <b onclick="x()">Kaffee</b> ☕️👩‍👩‍👧 \u202eمرحبا ';
    expect(newSurveySchema.parse({ ...newSurvey, name }).name).toBe(name);
  });

  test("drops what the service assigns and what nobody knows", () => {
    const sent = { ...newSurvey, id: "mine", field_details: 5, redirects: null, unheard_of: 1 };
    expect(newSurveySchema.parse(sent)).toEqual(newSurveySchema.parse(newSurvey));
  });
});

describe("a change of a survey", () => {
  const change = (members: JsonObject) => complaints(surveyPatchSchema, { id: "s", ...members });

  test("needs its id and nothing else", () => {
    expect(change({})).toEqual([]);
    expect(complaints(surveyPatchSchema, {})).toEqual([["id", "Survey id is required."]]);
    expect(complaints(surveyPatchSchema, { id: null })).toEqual([["id", "Survey id is required."]]);
    expect(complaints(surveyPatchSchema, { id: 5 })).toEqual([["id", "Survey id must be text."]]);
  });

  test.each(
    rows(table).filter(
      ({ field, value }) => value !== undefined && !(field === "respondent_attributes" && Array.isArray(value)),
    ),
  )("$field = $value: $sentence", ({ field, value, sentence }) => {
    expect(change({ [field]: value })[0]).toEqual([expect.stringMatching(new RegExp(`^${field}`)), sentence]);
  });

  test("may remove every quota, change some members of one, and add one with a null id", () => {
    expect(change({ respondent_attributes: [] })).toEqual([]);
    expect(change({ respondent_attributes: [{ quota_id: "q" }, { quota_id: 7, quota: 2 }] })).toEqual([]);
    const added = { quota_id: null, quota_name: "New", quota: 1, qualifications: [] };
    expect(change({ respondent_attributes: [added] })).toEqual([]);
  });

  test.each([{}, { quota_id: undefined }, { quota_id: "" }, { quota_id: true }, { quota_id: 1.5 }, { quota_id: [] }])(
    "refuses a quota with %j for its id",
    (quota) => {
      const sentence = "Every quota needs its quota_id; quotas left out of the list are removed.";
      expect(change({ respondent_attributes: [quota] })).toEqual([["respondent_attributes.0.quota_id", sentence]]);
    },
  );

  test("names everything that a new quota lacks", () => {
    expect(change({ respondent_attributes: [{ quota_id: null }] })).toEqual([
      ["respondent_attributes.0.quota_name", "A new quota needs a name."],
      ["respondent_attributes.0.quota", "A new quota needs a number."],
      ["respondent_attributes.0.qualifications", "A new quota needs qualifications."],
    ]);
  });
});

describe("a survey body", () => {
  test("may come in either shape", () => {
    const { project_id, name, status, respondent_attributes, ...attributes } = newSurvey;
    const grouped = { project_id, name, status, respondent_attributes, survey_attributes: attributes };
    expect(createSurvey.body.parse(grouped)).toEqual(createSurvey.body.parse(newSurvey));
  });

  test("must not give a member twice", () => {
    const twice = { id: "s", respondents: 5, survey_attributes: { respondents: 5 } };
    expect(complaints(updateSurvey.body, twice)).toEqual([
      ["respondents", "respondents is given twice: at the top and in survey_attributes."],
    ]);
  });

  test.each([[null], [5], ["x"], [[]]])("must not have %j for its group", (group) => {
    expect(complaints(updateSurvey.body, { id: "s", survey_attributes: group })).toEqual([
      ["survey_attributes", "survey_attributes must be an object."],
    ]);
  });

  test.each([[null], [5], ["x"], [true], [[{ id: "s" }]]])("must not be %j", (body) => {
    expect(complaints(createSurvey.body, body)).toEqual([["", "The body must be one survey object."]]);
    expect(complaints(updateSurvey.body, body)).toEqual([["", "The body must be one survey object."]]);
  });
});

describe("every sentence", () => {
  const bodies = [createSurvey, updateSurvey, createProject, updateProject, createToken, updateResponse];
  const wrong: unknown[] = [
    undefined,
    null,
    5,
    1.5,
    -1,
    "",
    " ",
    "x".repeat(3000),
    NUL,
    LONE,
    true,
    [],
    [null],
    {},
    [[]],
    [5],
  ];
  const names = ["id", "account_id", "project_manager_id", "project_name", "project_number", "session_exclusions"];
  const more = ["business_unit", "email", "password", "rdud", "reconciliation_status"];

  test.each(bodies.map((operation) => [operation.name, operation] as const))(
    "of %s is one that a person understands",
    (_, operation) => {
      for (const value of wrong) {
        const body = Object.fromEntries([...editableFieldNames, ...names, ...more].map((name) => [name, value]));
        for (const [, sentence] of [...complaints(operation.body, value), ...complaints(operation.body, body)]) {
          expect(sentence).toMatch(/^[A-Za-z].*\.$/);
          expect(sentence).not.toMatch(/expected|received|Invalid|Too (small|big)|undefined|null|NaN/);
        }
      }
    },
  );

  test("of a project names the field", () => {
    const project = { account_id: "a", project_manager_id: "u", project_name: "P", project_number: "1" };
    expect(complaints(createProject.body, project)).toEqual([]);
    expect(complaints(createProject.body, { ...project, session_exclusions: ["", 1.5] })).toEqual([
      ["session_exclusions.0", "Session exclusion is required."],
      ["session_exclusions.1", "Session exclusion must be text."],
    ]);
    expect(createProject.body.parse({ ...project, session_exclusions: [7, "8"] }).session_exclusions).toEqual([
      "7",
      "8",
    ]);
  });

  test("a PATCH of a project reads `name` for `project_name`", () => {
    expect(updateProject.body.parse({ id: "p", name: "New" })).toEqual({ id: "p", project_name: "New" });
    expect(updateProject.body.parse({ id: "p", name: "A", project_name: "B" }).project_name).toBe("B");
  });
});

test("surveys that are created as work keep the ids of options, which a service may write with leading zeros", () => {
  const asking = (...allowed_option_ids: unknown[]) => ({
    request_id: "0b9c7a52-6f0e-4a53-9f0e-3a3f7f0c6d11",
    title: "Copies",
    surveys: [
      {
        ...newSurvey,
        respondent_attributes: [
          { quota_name: "Boston", quota: 5, qualifications: [{ question_id: 3, allowed_option_ids }] },
        ],
      },
    ],
  });
  expect(startNewSurveys.body.parse(asking("01234", 1234))).toMatchObject(asking("01234", 1234));
  expect(complaints(startNewSurveys.body, asking("x")).map(([, message]) => message)).toEqual([
    "Allowed option must be a whole number.",
  ]);
});
