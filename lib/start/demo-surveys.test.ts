import { describe, expect, it } from "vitest";
import { instantOf } from "@/lib/contracts/calendar/out-of-field";
import { findTimeZone } from "@/lib/contracts/calendar/time-zones";
import { entryLinkProblem } from "@/lib/contracts/rules/entry-link";
import { minimumPrice } from "@/lib/contracts/rules/price";
import { liveProblems, placeProblems } from "@/lib/contracts/rules/survey-rules";
import { countries, hasOption } from "@/lib/service/demand/catalogue";
import { type Answers, allot, type DemoQuota } from "./demo-quotas";
import {
  type DemoSurvey,
  demoProjectName,
  planSurvey,
  prepareSurvey,
  projectOfSurvey,
  projectsFor,
  RICH_PROJECTS,
  RICH_SURVEYS,
} from "./demo-surveys";

const now = new Date("2031-03-12T10:30:00Z");
const place = { accountId: "00000000-0000-7000-8000-000000000001", projectId: "00000000-0000-7000-8000-000000000002" };
const prepare = (index: number) => prepareSurvey(index, place, { now, seed: 7 });
const rich = Array.from({ length: RICH_SURVEYS }, (_, index) => prepare(index));
const all = [...rich, ...Array.from({ length: 300 }, (_, index) => prepare(RICH_SURVEYS + index))];

const meets = (answers: Answers, { qualifications }: DemoQuota) =>
  qualifications.every(({ question_id, allowed_option_ids }) =>
    answers.some(
      (answer) =>
        answer.question_id === question_id && answer.option_ids.some((option) => allowed_option_ids.includes(option)),
    ),
  );

const isCounted = (response: DemoSurvey["responses"][number]) =>
  response.reconciliationStatus === "Accepted" ||
  (response.status === "complete" && response.reconciliationStatus !== "Rejected");

/** Counted in a survey or one of its quotas, as its calculation type says. */
const counted = ({ survey, responses }: DemoSurvey, quota?: DemoQuota) =>
  responses.filter(
    (response) =>
      response.reached &&
      (!quota || response.quotaIds.includes(quota.id)) &&
      (survey.calculationType === "Survey Starts" || isCounted(response)),
  ).length;

const every = (surveys: readonly DemoSurvey[], holds: (survey: DemoSurvey) => boolean) =>
  expect(surveys.filter((survey) => !holds(survey)).map(({ survey }) => survey.name)).toEqual([]);

describe("demo surveys", () => {
  it("are the same for the same seed and moment, and others for another seed", () => {
    expect(prepare(17)).toEqual(prepare(17));
    expect(prepareSurvey(17, place, { now, seed: 8 })).not.toEqual(prepare(17));
  });

  it("have the mix of statuses of an agency", () => {
    const tally = Object.fromEntries(["Live", "Draft", "Paused", "Complete"].map((status) => [status, 0]));
    for (const { survey } of rich) tally[survey.status] = (tally[survey.status] ?? 0) + 1;
    expect(tally).toEqual({ Live: 40, Draft: 40, Paused: 20, Complete: 300 });
    const first = Array.from({ length: 40 }, (_, index) => planSurvey(index).status);
    expect(new Set(first).size).toBe(4);
  });

  it("spread over all projects and countries, and more of them over more projects", () => {
    expect(new Set(rich.map((_, index) => projectOfSurvey(index))).size).toBe(RICH_PROJECTS);
    expect(new Set(rich.map(({ survey }) => survey.countryCode)).size).toBe(countries.length);
    expect(projectsFor(RICH_SURVEYS)).toBe(RICH_PROJECTS);
    expect(projectsFor(100_000)).toBe(3031);
    const names = Array.from({ length: 3031 }, (_, project) => demoProjectName(project));
    expect(new Set(names).size).toBe(names.length);
  });

  it("never give an id twice", () => {
    const ids = all.flatMap(({ survey, quotas, responses }) => [
      survey.id,
      ...quotas.map(({ id }) => id),
      ...responses.map(({ rdud }) => rdud),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true);
  });

  it("hold values that the service would take", () => {
    const definitions = {
      countries: countries.map((country) => ({ ...country })),
      time_zones: [],
      calculation_types: [],
      traffic_control_limits: [],
      statuses: [],
      device_compatibilities: [],
    };
    every(all, ({ survey }) => entryLinkProblem(survey.entryLink) === null);
    every(all, ({ survey }) => {
      const place = { country_code: survey.countryCode, language_code: survey.languageCode };
      return Object.keys(placeProblems(place, definitions)).length === 0;
    });
    every(all, ({ survey }) => {
      const zone = findTimeZone(survey.outOfFieldTimezone);
      return zone !== undefined && +instantOf(survey.outOfFieldDate, zone) === +survey.outOfFieldAt;
    });
    every(all, ({ quotas }) =>
      quotas.every(
        ({ quota, qualifications }) =>
          quota >= 1 &&
          qualifications.every(({ question_id, allowed_option_ids }) =>
            allowed_option_ids.every((option) => hasOption(question_id, option)),
          ),
      ),
    );
  });

  it("hold times in their order", () => {
    const year = 366 * 24 * 3_600_000;
    every(all, ({ survey }) => survey.createdAt < now && +now - +survey.createdAt < year);
    every(all, ({ survey }) => (survey.wentLiveAt === null) === (survey.status === "Draft"));
    every(all, ({ survey }) => !survey.wentLiveAt || survey.createdAt < survey.wentLiveAt);
    every(all, ({ survey }) => survey.updatedAt >= survey.createdAt && survey.updatedAt <= now);
    every(all, ({ survey }) => survey.status === "Complete" || survey.outOfFieldAt > now);
    every(all, ({ survey, responses }) =>
      responses.every(
        ({ startedAt, endedAt, reached }) =>
          survey.wentLiveAt !== null &&
          startedAt >= survey.wentLiveAt &&
          startedAt < survey.outOfFieldAt &&
          (endedAt === null || ((reached ? endedAt > startedAt : +endedAt === +startedAt) && endedAt < now)),
      ),
    );
    every(all, ({ responses }) => responses.every((one) => (one.endedAt === null) === (one.status === "in progress")));
  });

  it("put every respondent into exactly the quotas whose qualifications he meets", () => {
    every(all, ({ quotas, responses }) =>
      responses.every(({ answers, quotaIds, reached }) => {
        if (!reached) return quotaIds.length === 0;
        const met = quotas.filter((quota) => meets(answers, quota)).map(({ id }) => id);
        return met.length > 0 && met.sort().join() === [...quotaIds].sort().join();
      }),
    );
  });

  it("count no more than quotas and respondents allow, unless the buyer accepted more", () => {
    const own = all.filter(({ responses }) => responses.every((one) => one.reconciliationStatus !== "Accepted"));
    expect(own.length).toBeGreaterThan(600);
    every(own, (survey) => counted(survey) <= survey.survey.respondents);
    every(own, (survey) => survey.quotas.every((quota) => counted(survey, quota) <= quota.quota));
  });

  it("leave live surveys room, time and a way in", () => {
    const live = all.filter(({ survey }) => survey.status === "Live");
    every(live, (survey) => {
      const quotas = survey.quotas.map((quota) => ({ quota: quota.quota, counted: counted(survey, quota) }));
      const { respondents, entryLink, outOfFieldAt } = survey.survey;
      const readiness = { respondents, counted: counted(survey), quotas, entryLink, outOfFieldAt: +outOfFieldAt };
      return Object.keys(liveProblems(readiness, +now)).length === 0;
    });
  });

  it("let over-quota terminations end only after their quota was full", () => {
    every(all, ({ quotas, responses }) =>
      responses
        .filter(({ status, reached }) => reached && status === "overquota termination")
        .every((late) =>
          quotas.some(({ id, quota }) => {
            const earlier = responses.filter(
              (one) =>
                one.status === "complete" && one.quotaIds.includes(id) && +(one.endedAt ?? now) < +(late.endedAt ?? 0),
            );
            return late.quotaIds.includes(id) && earlier.length === quota;
          }),
        ),
    );
  });

  it("show live surveys that need somebody's attention, and some that don't", () => {
    const live = rich.filter(({ survey }) => survey.status === "Live");
    const floor = ({ survey }: DemoSurvey) => minimumPrice(survey.lengthOfInterview, survey.incidenceRate);
    const completes = ({ responses }: DemoSurvey) => responses.filter(({ status }) => status === "complete");
    const incidence = (survey: DemoSurvey) => {
      const out = survey.responses.filter(({ status }) => status === "standard termination").length;
      return (100 * completes(survey).length) / (completes(survey).length + out);
    };
    const day = 24 * 3_600_000;
    const some = (holds: (survey: DemoSurvey) => boolean) => expect(live.filter(holds).length).toBeGreaterThan(0);
    some((survey) => survey.survey.offeredPricePerComplete < floor(survey));
    some((survey) => survey.survey.offeredPricePerComplete >= floor(survey));
    some((survey) => completes(survey).length === 0);
    some(
      (survey) =>
        completes(survey).length > 0 && completes(survey).every(({ endedAt }) => +now - +(endedAt ?? 0) > day),
    );
    some(({ survey }) => +survey.outOfFieldAt - +now < day);
    some((survey) => completes(survey).length > 10 && incidence(survey) < survey.survey.incidenceRate * 0.6);
    some((survey) => counted(survey) >= survey.survey.respondents * 0.85);
  });
});

describe("allot", () => {
  it("adds up to the total, with at least 1 each", () => {
    for (const [total, shares] of [
      [12, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
      [100, [0.9, 1.1, 1.7]],
      [7, [100, 1, 1]],
      [5, [1]],
    ] as const) {
      const numbers = allot(total, shares);
      expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(total);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(1);
    }
  });
});
