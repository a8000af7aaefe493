import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../lenient";
import { storedSurvey } from "./stored-replies";
import { decodeSurvey, decodeSurveyPart, encodeQuota, encodeSurvey, flattenBody, type WireShape } from "./survey-codec";
import { surveyFieldNames, surveyFields } from "./survey-fields";

/** Names a service may use that mean something to JavaScript itself, beside plain ones. */
const hostileNames = ["constructor", "toString", "hasOwnProperty", "valueOf", "__proto__", "__defineGetter__", "extra"];

const unknownName = fc
  .oneof(fc.constantFrom(...hostileNames, "odd", "x", "", "0", "10"), fc.string({ unit: "grapheme", maxLength: 12 }))
  .filter((name) => name !== "survey_attributes" && !Object.hasOwn(surveyFields, name));

/** Objects with own members of any name, as JSON.parse makes them. */
const members = (name: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(name, fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs));

const id = fc.oneof(fc.uuid(), fc.string({ minLength: 1 }), fc.integer({ min: 0 }));
const catalogueId = fc.oneof(
  fc.integer(),
  fc.string({ minLength: 1 }),
  fc.string({ unit: fc.constantFrom("0", "1", "-", ".", " "), minLength: 1, maxLength: 6 }),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const odd = fc.jsonValue({ maxDepth: 2 });

const quota = fc
  .tuple(
    fc.record(
      {
        quota_id: fc.oneof(maybe(id), odd),
        quota_name: fc.oneof(maybe(fc.string()), odd),
        quota: fc.oneof(maybe(fc.integer()), odd),
        survey_starts: fc.oneof(maybe(fc.nat()), odd),
        survey_completes: fc.oneof(maybe(fc.nat()), odd),
        qualifications: fc.oneof(
          fc.array(fc.record({ question_id: catalogueId, allowed_option_ids: fc.array(catalogueId) })),
          odd,
        ),
      },
      { requiredKeys: [] },
    ),
    members(unknownName),
  )
  .map(([known, unknown]) => ({ ...unknown, ...known }));

const ofKind: Record<(typeof surveyFields)[keyof typeof surveyFields]["kind"], fc.Arbitrary<unknown>> = {
  text: fc.string(),
  date: fc.string(),
  integer: fc.oneof(fc.integer(), fc.integer().map(String)),
  price: fc.double({ noDefaultInfinity: true, noNaN: true }),
  boolean: fc.boolean(),
  list: fc.array(fc.string()),
  quotas: fc.array(fc.oneof(quota, odd), { maxLength: 4 }),
  object: fc.oneof(fc.record({ survey_starts: fc.nat(), complete: fc.webUrl() }, { requiredKeys: [] }), odd),
};

const field = Object.fromEntries(
  surveyFieldNames
    .filter((name) => name !== "id")
    .map((name) => [name, fc.oneof(ofKind[surveyFields[name].kind], odd)]),
);

/** A flat survey as some service may send it: any member missing, null or of a strange kind, and unknown ones. */
const flatWire = fc
  .tuple(fc.record(field, { requiredKeys: [] }), members(unknownName), id)
  .map(([known, unknown, surveyId]): JsonObject => ({ ...unknown, ...known, id: surveyId }));

const groupedWire = fc.tuple(flatWire, members(unknownName)).map(([flat, inGroup]): JsonObject => {
  const names = Object.keys(flat);
  const isInGroup = (name: string) =>
    Object.hasOwn(surveyFields, name) && surveyFields[name as keyof typeof surveyFields].place === "attributes";
  const pick = (chosen: string[]) => Object.fromEntries(chosen.map((name) => [name, flat[name]]));
  return {
    ...pick(names.filter((name) => !isInGroup(name))),
    survey_attributes: { ...inGroup, ...pick(names.filter(isInGroup)) },
  };
});

const wires: [WireShape, fc.Arbitrary<JsonObject>][] = [
  ["flat", flatWire],
  ["grouped", groupedWire],
];

const other = { flat: "grouped", grouped: "flat" } as const;

describe("the survey codec", () => {
  test.each(wires)("reads back what it wrote: %s", (shape, wire) => {
    fc.assert(
      fc.property(wire, (json) => {
        const survey = decodeSurvey(json);
        expect(survey).not.toBeNull();
        expect(decodeSurvey(encodeSurvey(survey ?? {}, shape))).toEqual(survey);
      }),
    );
  });

  test.each(wires)("is read back from where it was stored as it was: %s", (_, wire) => {
    fc.assert(
      fc.property(wire, (json) => {
        const stored: unknown = JSON.parse(JSON.stringify(decodeSurvey(json)));
        expect(storedSurvey.parse(stored)).toEqual(stored);
      }),
    );
  });

  test.each(wires)("says the same in the other shape: %s", (shape, wire) => {
    fc.assert(
      fc.property(wire, (json) => {
        const { extra: _, ...survey } = decodeSurvey(json) ?? { id: "" };
        expect(decodeSurvey(encodeSurvey(survey, other[shape]))).toEqual(survey);
      }),
    );
  });

  test.each(wires)("returns every unknown member to where it came from: %s", (shape, wire) => {
    fc.assert(
      fc.property(wire, (json) => {
        const written = encodeSurvey(decodeSurvey(json) ?? {}, shape);
        for (const place of [(body: JsonObject) => body, (body: JsonObject) => body.survey_attributes as JsonObject]) {
          const sent = place(json) ?? {};
          const names = Object.keys(sent).filter(
            (name) => !Object.hasOwn(surveyFields, name) && name !== "survey_attributes",
          );
          for (const name of names) {
            expect(Object.hasOwn(place(written), name), name).toBe(true);
            expect(Object.getOwnPropertyDescriptor(place(written), name)?.value).toEqual(
              Object.getOwnPropertyDescriptor(sent, name)?.value,
            );
          }
        }
      }),
    );
  });

  test("returns unknown and odd members of a quota as they were sent", () => {
    fc.assert(
      fc.property(quota, (sent) => {
        const survey = decodeSurvey({ id: "s", respondent_attributes: [sent] });
        const [decoded] = survey?.respondent_attributes ?? [];
        const written = encodeQuota(decoded ?? {});
        const readable = new Set(
          Object.entries(decoded ?? {}).flatMap(([name, value]) => (name !== "extra" && value !== null ? [name] : [])),
        );
        const isKnown = (name: string) => name !== "extra" && Object.hasOwn(decoded ?? {}, name);
        for (const [name, value] of Object.entries(sent)) {
          if (readable.has(name) || (isKnown(name) && value === null)) continue;
          expect(Object.getOwnPropertyDescriptor(written, name)?.value, name).toEqual(value);
        }
      }),
    );
  });

  test("writes ids of questions and options with the very signs that they were sent with", () => {
    fc.assert(
      fc.property(catalogueId, fc.array(catalogueId), (question_id, allowed_option_ids) => {
        const sent = { question_id, allowed_option_ids };
        const survey = decodeSurvey({ id: "s", respondent_attributes: [{ quota_id: "q", qualifications: [sent] }] });
        const [written] = (encodeQuota(survey?.respondent_attributes?.[0] ?? {}).qualifications ?? []) as [typeof sent];
        expect(String(written.question_id)).toBe(String(question_id));
        expect(written.allowed_option_ids.map(String)).toEqual(allowed_option_ids.map(String));
      }),
    );
  });

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])("keeps a quota's member named %s", (name) => {
    const sent = JSON.parse(`{"quota_id":"q","quota":1,"${name}":{"a":1}}`);
    const decoded = decodeSurvey({ id: "s", respondent_attributes: [sent] })?.respondent_attributes?.[0];
    expect(Object.getOwnPropertyDescriptor(encodeQuota(decoded ?? {}), name)?.value).toEqual({ a: 1 });
  });

  test("keeps an unknown member that is null, in a quota too", () => {
    const decoded = decodeSurvey({
      id: "s",
      reviewed_by: null,
      respondent_attributes: [{ quota_id: "q", cell: null }],
    });
    expect(encodeSurvey(decoded ?? {}, "flat")).toEqual({
      id: "s",
      reviewed_by: null,
      respondent_attributes: [{ quota_id: "q", cell: null }],
    });
  });

  test("shows a value of a strange kind as it came and writes it back to its place", () => {
    const json = { id: "s", name: { de: "Kaffee" }, survey_attributes: { respondents: "many", incidence_rate: [30] } };
    const survey = decodeSurvey(json);
    expect(survey?.odd).toEqual({ name: { de: "Kaffee" }, respondents: "many", incidence_rate: [30] });
    expect(survey?.respondents).toBeUndefined();
    expect(encodeSurvey(survey ?? {}, "grouped")).toEqual(json);
  });

  test("tells a member that was sent as null from one that was not sent", () => {
    const survey = decodeSurvey({ id: "s", offered_price_per_complete: null });
    expect(survey).toEqual({ id: "s", offered_price_per_complete: null });
    expect(encodeSurvey(survey ?? {}, "flat")).toEqual({ id: "s", offered_price_per_complete: null });
  });

  test("reads numbers written as text, and digit strings as ids of the catalogue", () => {
    const survey = decodeSurvey({
      id: 7,
      respondents: "200",
      respondent_attributes: [
        { quota_id: 9, quota: "50", qualifications: [{ question_id: "1", allowed_option_ids: ["18", 19] }] },
      ],
    });
    expect(survey?.id).toBe("7");
    expect(survey?.respondents).toBe(200);
    expect(survey?.respondent_attributes?.[0]).toMatchObject({
      quota_id: "9",
      quota: 50,
      qualifications: [{ question_id: 1, allowed_option_ids: [18, 19] }],
    });
  });

  test("reads the public name of the over-quota redirect", () => {
    const redirects = { complete: "https://a/c", overquota_termination_term: "https://a/o" };
    expect(decodeSurvey({ id: "s", redirects })?.redirects).toEqual({
      complete: "https://a/c",
      overquota_termination: "https://a/o",
    });
  });

  test("takes a missing figure of field_details as unknown, never as 0", () => {
    const survey = decodeSurvey({ id: "s", field_details: { survey_starts: 3, total_cost: "n/a" } });
    expect(survey?.field_details).toMatchObject({ survey_starts: 3, survey_completes: null, total_cost: null });
  });

  test.each([
    [null],
    [undefined],
    [5],
    ["text"],
    [[]],
    [[{ id: "s" }]],
    [{}],
    [{ id: null }],
    [{ id: "" }],
    [{ id: {} }],
  ])("reads no survey from %j", (json) => {
    expect(decodeSurvey(json)).toBeNull();
  });

  test("any JSON at all is read or refused, never thrown over", () => {
    fc.assert(
      fc.property(fc.jsonValue(), id, (json, surveyId) => {
        decodeSurvey(json);
        const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
        expect(decodeSurvey(isObject ? { ...json, id: surveyId } : { id: surveyId, x: json })?.id).toBe(
          String(surveyId),
        );
      }),
    );
  });

  test("reads a part without an id, for requests", () => {
    expect(decodeSurveyPart({ name: "A", survey_attributes: { respondents: 5 } })).toEqual({
      name: "A",
      respondents: 5,
    });
  });
});

describe("flattenBody", () => {
  test("hands on a flat body untouched", () => {
    const body = { name: "A", respondents: 5 };
    expect(flattenBody(body)).toEqual({ flat: body, shape: "flat", repeated: [] });
  });

  test("flattens the grouped shape, judging nothing", () => {
    expect(flattenBody({ name: "A", survey_attributes: { respondents: "x", cell: 1 } })).toEqual({
      flat: { name: "A", respondents: "x", cell: 1 },
      shape: "grouped",
      repeated: [],
    });
  });

  test("names every member that stands in both places", () => {
    const body = {
      name: "A",
      respondents: 5,
      cell: 1,
      survey_attributes: { respondents: 6, cell: 2, incidence_rate: 3 },
    };
    expect(flattenBody(body).repeated).toEqual(["respondents", "cell"]);
  });

  test("is not confused by names that every object inherits", () => {
    expect(flattenBody({ survey_attributes: { constructor: 1, toString: 2 } }).repeated).toEqual([]);
  });
});
