import { describe, expect, test } from "vitest";
import type { Definitions } from "../interfaces/demand-replies";
import { calculationTypes, deviceTypes, surveyStatuses, trafficControlLimits } from "../interfaces/survey-fields";
import {
  liveProblems,
  placeProblems,
  reachableStatuses,
  spellAsDefined,
  spelling,
  statusProblem,
} from "./survey-rules";

const definitions: Definitions = {
  countries: [
    {
      code: "CA",
      name: "Canada",
      language_options: [
        { code: "EN", name: "English" },
        { code: "FR", name: "French" },
      ],
    },
    { code: "DE", name: "Germany", language_options: [{ code: "DE", name: "German" }] },
  ],
  time_zones: [],
  calculation_types: [...calculationTypes],
  traffic_control_limits: [...trafficControlLimits],
  statuses: [...surveyStatuses],
  device_compatibilities: [...deviceTypes],
};

describe("spellAsDefined", () => {
  test("writes values as the definitions spell them, whatever their case", () => {
    const { survey, problems } = spellAsDefined(
      {
        status: " live",
        calculation_type: "survey starts",
        traffic_control_limit_type: "EVEN PACING",
        device_compatibilities: ["Desktop", "MOBILE", "desktop"],
      },
      definitions,
    );
    expect(problems).toEqual({});
    expect(survey).toEqual({
      status: "Live",
      calculation_type: "Survey Starts",
      traffic_control_limit_type: "Even Pacing",
      device_compatibilities: ["desktop", "mobile"],
    });
  });

  test("spells as another connection does, when its definitions do", () => {
    const theirs = { ...definitions, statuses: ["LIVE"], device_compatibilities: ["Desktop"] };
    const { survey } = spellAsDefined({ status: "Live", device_compatibilities: ["desktop"] }, theirs);
    expect(survey).toEqual({ status: "LIVE", device_compatibilities: ["Desktop"] });
  });

  test("keeps an unknown value and says what is possible", () => {
    const sent = {
      status: "Closed",
      calculation_type: "x",
      traffic_control_limit_type: "y",
      device_compatibilities: ["tv"],
    };
    const { survey, problems } = spellAsDefined(sent, definitions);
    expect(survey).toEqual(sent);
    expect(problems).toEqual({
      status: "Status must be one of Draft, Live, Paused and Complete.",
      calculation_type: "Calculation type must be one of Completes and Survey Starts.",
      traffic_control_limit_type: "Pacing must be one of None, Even Pacing and Accelerated Pacing.",
      device_compatibilities: "Devices must be of desktop, mobile and tablet.",
    });
  });

  test("leaves members that are not there alone", () => {
    expect(spellAsDefined({}, definitions)).toEqual({ survey: {}, problems: {} });
  });

  test("finds no spelling by a name that every object inherits", () => {
    expect(spelling(surveyStatuses, "constructor")).toBeUndefined();
  });
});

describe("placeProblems", () => {
  test("accepts a language of the country", () => {
    expect(placeProblems({ country_code: "CA", language_code: "FR" }, definitions)).toEqual({});
  });

  test("names an unknown country", () => {
    expect(placeProblems({ country_code: "ca", language_code: "FR" }, definitions)).toEqual({
      country_code: "Country ca is not one of the countries in the definitions.",
    });
  });

  test("says which languages the country has", () => {
    expect(placeProblems({ country_code: "CA", language_code: "DE" }, definitions)).toEqual({
      language_code: "Language DE is not offered in Canada, which has EN (English) and FR (French).",
    });
  });
});

describe("statusProblem", () => {
  const allowed: Record<string, string[]> = {
    Draft: ["Draft", "Live"],
    Live: ["Live", "Paused", "Complete"],
    Paused: ["Paused", "Live", "Complete"],
    Complete: ["Complete", "Live"],
  };
  const pairs = surveyStatuses.flatMap((from) => surveyStatuses.map((to) => [from, to] as const));

  test.each(pairs)("%s to %s", (from, to) => {
    const isAllowed = allowed[from]?.includes(to);
    const { status, ...rest } = statusProblem(from, to);
    expect(rest).toEqual({});
    if (isAllowed) expect(status).toBeUndefined();
    else expect(status).toBe(`A survey that is ${from} cannot become ${to}; it can become ${become[from]}.`);
    expect(reachableStatuses(from).includes(to)).toBe(isAllowed);
  });

  const become = { Draft: "Live", Live: "Paused and Complete", Paused: "Live and Complete", Complete: "Live" };

  test("the present status comes first among the reachable ones", () => {
    for (const status of surveyStatuses) expect(reachableStatuses(status)[0]).toBe(status);
  });
});

describe("liveProblems", () => {
  const NOW = Date.parse("2030-01-01T00:00:00Z");
  const ready = {
    respondents: 10,
    counted: 0,
    quotas: [{ quota: 10, counted: 0 }],
    outOfFieldAt: NOW + 1,
    entryLink: "https://example.test/?id=[%RID%]",
  };

  test("a survey with room, time and a way in has none", () => {
    expect(liveProblems(ready, NOW)).toEqual({});
    expect(
      liveProblems(
        {
          ...ready,
          counted: 9,
          quotas: [
            { quota: 5, counted: 5 },
            { quota: 1, counted: 0 },
          ],
        },
        NOW,
      ),
    ).toEqual({});
  });

  test.each([
    [{ counted: 10 }, "respondents", "A live survey needs room: all 10 respondents are reached."],
    [{ counted: 11 }, "respondents", "A live survey needs room: all 10 respondents are reached."],
    [{ quotas: [] }, "respondent_attributes", "A live survey needs at least one quota."],
    [
      { quotas: [{ quota: 3, counted: 3 }] },
      "respondent_attributes",
      "A live survey needs a quota with room: all quotas are full.",
    ],
    [{ outOfFieldAt: NOW }, "out_of_field_date", "A live survey needs an out-of-field date that lies ahead."],
    [
      { entryLink: "https://example.test/" },
      "entry_link",
      "A live survey needs an entry link with the session placeholder [%RID%].",
    ],
  ])("%j", (change, field, sentence) => {
    expect(liveProblems({ ...ready, ...change }, NOW)).toEqual({ [field]: sentence });
  });

  test("names everything that is missing at once", () => {
    const none = { respondents: 1, counted: 0, quotas: [], outOfFieldAt: 0, entryLink: "x" };
    expect(Object.keys(liveProblems(none, NOW))).toEqual(["respondent_attributes", "out_of_field_date", "entry_link"]);
  });
});
