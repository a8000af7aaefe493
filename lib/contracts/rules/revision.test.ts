import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { decodeSurvey, encodeSurvey, type Survey } from "../interfaces/survey-codec";
import { type EditableFieldName, editableFieldNames } from "../interfaces/survey-fields";
import { canonicalJson, canonicalJsonInTurns } from "./canonical-json";
import { surveyRevision } from "./revision";

const survey: Survey = {
  id: "0197a1b2-0000-7000-8000-000000000001",
  project_id: "p",
  name: "Coffee",
  status: "Live",
  respondents: 500,
  country_code: "DE",
  language_code: "DE",
  length_of_interview: 5,
  incidence_rate: 80,
  collects_pii: false,
  hashing_enabled: false,
  out_of_field_date: "2031-02-28 23:59:59",
  out_of_field_timezone: "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna",
  device_compatibilities: ["desktop", "mobile"],
  calculation_type: "Completes",
  traffic_control_limit_type: "None",
  entry_link: "https://example.test/s?id=[%RID%]",
  offered_price_per_complete: 1.5,
  respondent_attributes: [
    {
      quota_id: "q1",
      quota_name: "Men",
      quota: 250,
      survey_starts: 10,
      survey_completes: 4,
      qualifications: [{ question_id: 2, allowed_option_ids: [1] }],
    },
  ],
};

const [first] = survey.respondent_attributes ?? [];
if (!first) throw new Error("The survey has a quota.");

const changes: Record<EditableFieldName, Survey[EditableFieldName]> = {
  project_id: "p2",
  name: "Coffee ",
  status: "Paused",
  respondents: 501,
  country_code: "AT",
  language_code: "EN",
  length_of_interview: 6,
  incidence_rate: 79,
  collects_pii: true,
  hashing_enabled: true,
  out_of_field_date: "2031-02-28 23:59:58",
  out_of_field_timezone: "(UTC+00:00) Dublin, Edinburgh, Lisbon, London",
  device_compatibilities: ["desktop"],
  calculation_type: "Survey Starts",
  traffic_control_limit_type: "Even Pacing",
  entry_link: "https://example.test/s?id=[%RID%]&",
  offered_price_per_complete: 1.51,
  respondent_attributes: [],
};

describe("surveyRevision", () => {
  test("is a SHA-256 in lower-case hex", async () => {
    expect(await surveyRevision(survey)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(editableFieldNames)("changes with %s", async (name) => {
    expect(await surveyRevision({ ...survey, [name]: changes[name] })).not.toBe(await surveyRevision(survey));
  });

  test.each([
    ["quota_id", "q2"],
    ["quota_name", "Women"],
    ["quota", 251],
    ["qualifications", []],
    ["qualifications", [{ question_id: 2, allowed_option_ids: [1, 2] }]],
    ["qualifications", [{ question_id: 3, allowed_option_ids: [1] }]],
  ])("changes with a quota's %s", async (name, value) => {
    const changed = { ...survey, respondent_attributes: [{ ...first, [name]: value }] };
    expect(await surveyRevision(changed)).not.toBe(await surveyRevision(survey));
  });

  test("changes when a member goes from unset to null", async () => {
    const { offered_price_per_complete: _, ...without } = survey;
    expect(await surveyRevision(without)).not.toBe(
      await surveyRevision({ ...survey, offered_price_per_complete: null }),
    );
  });

  test("stays while counts, costs, prices the service recommends and links it makes move", () => {
    const moved = fc.record({
      survey_starts: fc.nat(),
      survey_completes: fc.nat(),
      total_cost: fc.double({ noNaN: true, noDefaultInfinity: true }),
      minimum_price_per_complete: fc.double({ noNaN: true, noDefaultInfinity: true }),
    });
    return fc.assert(
      fc.asyncProperty(moved, async ({ survey_starts, survey_completes, total_cost, minimum_price_per_complete }) => {
        const later = decodeSurvey({
          ...survey,
          minimum_price_per_complete,
          redirects: { complete: `https://example.test/${survey_starts}` },
          field_details: { survey_starts, survey_completes, total_cost },
          respondent_attributes: [{ ...first, survey_starts, survey_completes }],
        });
        expect(await surveyRevision(later ?? { id: "" })).toBe(await surveyRevision(survey));
      }),
    );
  });

  test("stays when a count is of a strange kind", async () => {
    const later = decodeSurvey({ ...survey, respondent_attributes: [{ ...first, survey_starts: "many" }] });
    expect(await surveyRevision(later ?? { id: "" })).toBe(await surveyRevision(survey));
  });

  test("stays while a service counts in a quota under names of its own", async () => {
    const at = (remaining: number) =>
      decodeSurvey({ ...survey, respondent_attributes: [{ ...first, remaining, quota_status: "open" }] });
    expect(await surveyRevision(at(7) ?? { id: "" })).toBe(await surveyRevision(survey));
    expect(await surveyRevision(at(6) ?? { id: "" })).toBe(await surveyRevision(survey));
  });

  test("is the same whichever shape the survey came in, and whatever the order of its members", () => {
    const names = Object.keys(encodeSurvey(survey, "flat"));
    return fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), async (order) => {
        const flat = encodeSurvey(survey, "flat");
        const shuffled = decodeSurvey(Object.fromEntries(order.map((name) => [name, flat[name]])));
        const grouped = decodeSurvey(encodeSurvey(survey, "grouped"));
        const expected = await surveyRevision(survey);
        expect(await surveyRevision(shuffled ?? { id: "" })).toBe(expected);
        expect(await surveyRevision(grouped ?? { id: "" })).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });

  test("changes when the order of quotas does", async () => {
    const second = { ...first, quota_id: "q2" };
    const one = { ...survey, respondent_attributes: [first, second] };
    const two = { ...survey, respondent_attributes: [second, first] };
    expect(await surveyRevision(one)).not.toBe(await surveyRevision(two));
  });
});

describe("canonicalJson", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };

  test("is one text for one value, whatever the order of members, and parses back to it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("is letter for letter what revisions were always made of", async () => {
    const sortedByReplacer = (value: unknown) =>
      JSON.stringify(value, (_, member) =>
        typeof member === "object" && member !== null && !Array.isArray(member)
          ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
          : member,
      );
    const name = fc.constantFrom("10", "9", "b", "a", "B", "-1", "01", "é", "");
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constant(undefined),
        fc.date({ noInvalidDate: true }),
        tie("list"),
        tie("members"),
      ),
      list: fc.array(tie("any"), { maxLength: 4 }),
      members: fc.dictionary(name, tie("any"), { maxKeys: 5 }),
    }));
    await fc.assert(
      fc.asyncProperty(fc.record({ any }), async (value) => {
        expect(canonicalJson(value)).toBe(sortedByReplacer(value));
        const large = [value, undefined, new Date(0), { none: undefined, ...Array(600).fill(value) }];
        expect(await canonicalJsonInTurns(large)).toBe(sortedByReplacer(large));
      }),
    );
  });

  test("of a large value gives others their turn", async () => {
    const large = { list: Array.from({ length: 400 }, (_, at) => ({ at })) };
    vi.spyOn(performance, "now").mockImplementation(() => (clock += 20));
    let clock = 0;
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    });
    onTestFinished(() => {
      clearInterval(others);
      vi.restoreAllMocks();
    });
    expect(await canonicalJsonInTurns(large)).toBe(canonicalJson(large));
    expect(turns).toBeGreaterThan(1);
  });
});
