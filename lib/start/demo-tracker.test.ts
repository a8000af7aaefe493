import { expect, test } from "vitest";
import { importPlanSchema } from "@/lib/contracts/interfaces/answers";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import { welch } from "@/lib/stats/welch";
import { trackerPlan, trackerRows } from "./demo-tracker";

const NOW = new Date("2026-06-30T12:00:00Z");
const rows = trackerRows(NOW);

const numbersOf = (column: string, within: (daysAgo: number) => boolean): number[] =>
  rows.flatMap(({ completed, [column]: value }) => {
    const daysAgo = (NOW.getTime() - Date.parse(String(completed))) / 86_400_000;
    return typeof value === "number" && within(daysAgo) ? [value] : [];
  });

function sampleOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1), count: values.length };
}

test("the same moment gives the same rows, and the plan reads them", () => {
  expect(trackerRows(NOW)).toEqual(rows);
  expect(rows).toHaveLength(3000);
  expect(new Set(rows.map(({ response_id }) => response_id)).size).toBe(3000);
  expect(importPlanSchema.parse(trackerPlan)).toEqual(trackerPlan);
  expect(planProblems(trackerPlan, Object.keys(rows[0] ?? {}))).toEqual([]);
});

test("responses cover half a year up to now, oldest first", () => {
  const times = rows.map(({ completed }) => Date.parse(String(completed)));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(NOW.getTime() - (times[0] ?? 0)).toBeGreaterThan(181 * 86_400_000);
  expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
});

test("satisfaction has changed beyond chance, and nothing else has before", () => {
  const isAnswer = (value: number) => value <= 5;
  const after = sampleOf(numbersOf("satisfaction", (days) => days < 60).filter(isAnswer));
  const before = sampleOf(numbersOf("satisfaction", (days) => days >= 60 && days < 120).filter(isAnswer));
  const earlier = sampleOf(numbersOf("satisfaction", (days) => days >= 120).filter(isAnswer));
  expect(welch(after, before)?.p).toBeLessThan(0.001);
  expect(welch(before, earlier)?.p).toBeGreaterThan(0.05);
});

test("the week of noise looks higher and is not", () => {
  const week = sampleOf(numbersOf("recommend", (days) => days < 110 && days > 103));
  const others = sampleOf(numbersOf("recommend", (days) => days >= 110));
  expect(week.mean).toBeGreaterThan(others.mean);
  expect(welch(week, others)?.p).toBeGreaterThan(0.05);
});

test("the weight restores the target shares of gender and age", () => {
  const total = rows.reduce((sum, { weight }) => sum + Number(weight), 0);
  const young = rows.filter(({ gender, age }) => gender === "Female" && age === "18–34");
  const share = young.reduce((sum, { weight }) => sum + Number(weight), 0) / total;
  expect(share).toBeCloseTo(0.14, 3);
  expect(young.length / 3000).toBeGreaterThan(0.17);
});
