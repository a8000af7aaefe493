import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import { beforeAll, describe, expect, test } from "vitest";
import { bucketBoundaries } from "@/lib/contracts/calendar/trend-buckets";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readTrend, type TrendQuestion } from "@/lib/stores/clickhouse/trend";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { chosenShares, optionsOfBuckets } from "./chosen-shares";
import { writePoints } from "./write-points";
import { writeShare } from "./write-shares";

/**
 * Real files: shares and trends by a question against plain loops over the rows of the file. The one has weights,
 * several answers and no dates, the other dates.
 */
const fileOf = (name: string) => fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));
const [PEOPLE, POLLS] = ["nonvoters.csv", "mueller-approval-polls.csv"].map(fileOf) as [string, string];
const areThere = existsSync(PEOPLE) && existsSync(POLLS);
if (!areThere) process.stdout.write(`Skipped, without the real files: there is no ${PEOPLE} or ${POLLS}\n`);

if (areThere) withEngine();

type Row = Record<string, string>;
const rowsOf = (file: string): Row[] =>
  areThere ? Papa.parse<Row>(readFileSync(file, "utf8"), { header: true, skipEmptyLines: true }).data : [];

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const codesOf = (codes: readonly number[]): [number, string, number][] => codes.map((code) => [code, `${code}`, code]);

/** A row counts in a share as null (no answer), or as whether it chose; `weight`: 1 without one. */
type Counted = { chose: boolean | null; weight: number };

function expectShare(points: ReturnType<typeof writeShare>, buckets: readonly Counted[][], weighted: boolean) {
  expect(points).toHaveLength(buckets.length);
  for (const [place, counted] of buckets.entries()) {
    const answered = counted.filter(({ chose }) => chose !== null);
    const chosen = answered.filter(({ chose }) => chose);
    const point = points[place];
    expect([point?.count, point?.chosen]).toEqual([answered.length, chosen.length]);
    const [w, chosenW, ww] = [
      sum(answered.map(({ weight }) => weight)),
      sum(chosen.map(({ weight }) => weight)),
      sum(answered.map(({ weight }) => weight ** 2)),
    ];
    if (answered.length === 0) expect(point?.share).toBeNull();
    else expect(point?.share).toBeCloseTo(chosenW / w, 12);
    if (!weighted) expect(point).not.toHaveProperty("weightedCount");
    else if (answered.length > 0) {
      expect(point?.weightedCount).toBeCloseTo(w, 8);
      expect(point?.weightedChosen).toBeCloseTo(chosenW, 8);
      expect(point?.effectiveCount).toBeCloseTo(w ** 2 / ww, 6);
    }
  }
}

const around = { from: 0, to: 1, boundaries: [], filter: [], excluded: nobodyExcluded, includeExcluded: false };

describe.skipIf(!areThere)("respondents of a file without dates, by a question", () => {
  const people = rowsOf(PEOPLE);
  const waves = ["always", "sporadic", "rarely/never", "nobody"];
  const sources = [1, 2, 3, 4, 5, 6, 7, 8];
  const trusts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => `Q8_${each}`);
  const questions: Question[] = [
    question(1, "wave", "single", { options: waves.map((label, code) => [code, label, null]) }),
    question(2, "sources", "multiple", { options: codesOf(sources) }),
    ...trusts.map((id, place) => question(3 + place, id, "scale", { options: codesOf([1, 2, 3, 4]) })),
    question(0, "kinds of source", "multiple", {
      options: codesOf([1, 2]),
      derivation: {
        form: "nets",
        questionId: "sources",
        nets: [
          { code: 1, of: [1, 2] },
          { code: 2, of: [3, 4, 5, 6] },
        ],
      },
    }),
  ];
  const named = (row: Row) => sources.filter((each) => row[`Q28_${each}`] === "1");
  // Its other marks are refusals and blanks: who has no 1 gave no answer.
  const whoChose = (row: Row) => (named(row).length > 0 ? named(row) : null);
  const scaled = (row: Row, id: string) => (Number(row[id]) > 0 ? Number(row[id]) : null);
  beforeAll(async () => {
    const responses = people.map((row): TestResponse => {
      const answers = Object.fromEntries(trusts.map((id) => [id, scaled(row, id)]));
      const wave = waves.indexOf(row.voter_category ?? "");
      return { time: null, weight: Number(row.weight), answers: { ...answers, wave, sources: whoChose(row) } };
    });
    await writeAnswers("people", questions, responses);
  });
  const buckets = waves.map((wave) => people.filter((row) => row.voter_category === wave));
  const by = { questionId: "wave", codes: optionsOfBuckets(questions, "wave").map(({ code }) => code) };
  const keys = by.codes.map(String);

  const netOf = (row: Row) => [
    ...(named(row).some((each) => each <= 2) ? [1] : []),
    ...(named(row).some((each) => each >= 3 && each <= 6) ? [2] : []),
  ];
  /** Whether a row chose, and null without an answer: of nets, to the question that they are made of. */
  const among = (answers: number[], codes: number[], answered = answers) =>
    answered.length === 0 ? null : answers.some((each) => codes.includes(each));
  type Of = (row: Row) => number[];
  const asked: [questionId: string, codes: number[], of: Of, answered?: Of][] = [
    ["Q8_1", [1, 2], (row) => [scaled(row, "Q8_1") ?? []].flat()],
    ["Q8_1", [4], (row) => [scaled(row, "Q8_1") ?? []].flat()],
    ["sources", [1], named],
    ["sources", [8, 2, 1, 2], named],
    ["kinds of source", [2], netOf, named],
    ["kinds of source", [1, 2], netOf, named],
    ["wave", [0, 1], (row) => [waves.indexOf(row.voter_category ?? "")]],
  ];
  for (const weighted of [false, true]) {
    const weight = weighted ? testWeight : null;

    test(`shares ${weighted ? "with" : "without"} a weight`, async () => {
      const shares = chosenShares(
        questions,
        asked.map(([questionId, codes]) => ({ questionId, codes })),
      );
      const found = await readTrend({ ...around, table: "people", questions, series: [], shares, weight, by }, {});
      for (const [at, [, codes, of, answered = of]] of asked.entries()) {
        const counted = buckets.map((rows) =>
          rows.map((row) => ({
            chose: among(of(row), codes, answered(row)),
            weight: weighted ? Number(row.weight) : 1,
          })),
        );
        expect(sum(counted.map((rows) => rows.filter(({ chose }) => chose).length))).toBeGreaterThan(100);
        expectShare(writeShare(keys, found.shares[at] ?? [], weighted), counted, weighted);
      }
    });

    test(`means ${weighted ? "with" : "without"} a weight, of a question and of a group`, async () => {
      const series = [
        { id: "Q8_2", questionIds: ["Q8_2"] },
        { id: "all", questionIds: trusts },
      ];
      const found = await readTrend({ ...around, table: "people", questions, series, weight, by }, {});
      for (const { id, questionIds } of series) {
        const points = writePoints(keys, found.means.get(id) ?? [], { weighted, quartiles: false });
        for (const [place, rows] of buckets.entries()) {
          const pairs = rows.flatMap((row) =>
            questionIds.flatMap((each) => {
              const answer = scaled(row, each);
              return answer === null ? [] : [{ answer, weight: weighted ? Number(row.weight) : 1 }];
            }),
          );
          const point = points[place];
          expect(point).toMatchObject({ x: String(place), count: pairs.length });
          if (pairs.length === 0) expect(point).toMatchObject({ mean: 0, meanExact: null });
          else {
            const mean =
              sum(pairs.map(({ answer, weight }) => answer * weight)) / sum(pairs.map((each) => each.weight));
            expect(point?.mean).toBe(mean.toFixed(2));
            expect(point?.meanExact).toBeCloseTo(mean, 10);
          }
        }
      }
      expect(found.means.get("all")?.map(({ count }) => count)).toEqual([
        expect.any(Number),
        expect.any(Number),
        expect.any(Number),
        0,
      ]);
    });
  }
});

describe.skipIf(!areThere)("polls of a file with dates", () => {
  const polls = rowsOf(POLLS);
  const kinds = ["a", "rv"];
  const questions: Question[] = [
    question(1, "population", "single", { options: kinds.map((label, code) => [code, label, null]) }),
    question(2, "Approve", "numeric"),
    question(0, "approval", "single", {
      options: codesOf([1, 2]),
      derivation: {
        form: "bands",
        questionId: "Approve",
        bands: [
          { code: 1, low: null, high: 40 },
          { code: 2, low: 40, high: null },
        ],
      },
    }),
  ];
  const timeOf = ({ Start = "" }: Row) => {
    const [month = 0, day = 0, year = 0] = Start.split("/").map(Number);
    return Date.UTC(2000 + year, month - 1, day, 12);
  };
  beforeAll(async () => {
    const responses = polls.map((row, place) => ({
      // Of some the time is not known.
      time: place % 5 === 0 ? null : timeOf(row),
      weight: Number(row["Sample Size"]),
      answers: { population: kinds.indexOf(row.Population ?? ""), Approve: Number(row.Approve) },
    }));
    await writeAnswers("polls", questions, responses);
  });
  const [from, to] = [Date.UTC(2017, 9, 10), Date.UTC(2019, 0, 1)];
  const shares = [
    { questionId: "population", codes: [1] },
    { questionId: "approval", codes: [2] },
  ];
  const counted = (row: Row): Counted[] => [
    { chose: row.Population === "rv", weight: Number(row["Sample Size"]) },
    { chose: Number(row.Approve) >= 40, weight: Number(row["Sample Size"]) },
  ];
  const asking: TrendQuestion = {
    ...{ table: "polls", questions, series: [], shares, from, to, filter: [], weight: testWeight },
    ...{
      boundaries: bucketBoundaries({ from, to }, "monthly") ?? [],
      excluded: nobodyExcluded,
      includeExcluded: false,
    },
    calendar: { type: "monthly", timeZone: "UTC" },
  };
  const isInRange = (row: Row) => timeOf(row) >= from && timeOf(row) < to;
  const isDated = (_: Row, place: number) => place % 5 !== 0;

  test("shares by month, weighted", async () => {
    const found = await readTrend(asking, {});
    const starts = asking.boundaries.slice(0, -1).map((at) => new Date(at).toISOString());
    const inRange = polls.filter(isDated).filter(isInRange);
    const months = starts.map((start) =>
      inRange.filter((row) => new Date(timeOf(row)).toISOString().startsWith(start.slice(0, 7))),
    );
    expect(sum(months.map((rows) => rows.length))).toBe(inRange.length);
    expect(months.some((rows) => rows.length === 0)).toBe(true);
    for (const at of [0, 1]) {
      const wanted = months.map((rows) => rows.flatMap((row) => counted(row)[at] ?? []));
      expectShare(writeShare(starts, found.shares[at] ?? [], true), wanted, true);
    }
  });

  test("by a question the range leaves out what was given outside it, not what has no time", async () => {
    for (const [by, rowsIn] of [
      [{ questionId: "population", codes: [0, 1] }, kinds.map((kind) => (row: Row) => row.Population === kind)],
      [
        { questionId: "approval", codes: [2, 1] },
        [(row: Row) => Number(row.Approve) >= 40, (row: Row) => Number(row.Approve) < 40],
      ],
    ] as const) {
      const found = await readTrend({ ...asking, by }, {});
      const counting = polls.filter((row, place) => !isDated(row, place) || isInRange(row));
      expect(counting.length).toBeLessThan(polls.length);
      for (const at of [0, 1]) {
        const wanted = rowsIn.map((isIn) => counting.filter(isIn).flatMap((row) => counted(row)[at] ?? []));
        expectShare(writeShare(by.codes.map(String), found.shares[at] ?? [], true), wanted, true);
      }
    }
  });
});
