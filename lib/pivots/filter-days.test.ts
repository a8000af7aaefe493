import { expect, test } from "vitest";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { question } from "@/lib/test-answers";
import { filtersByDays } from "./filter-days";

const from = (id: string): FilterItem => ({ questionId: id, operator: "gte", value: "2024-03-01" });
const early = question(0, "early", "single", { derivation: { form: "filter", filter: [{ not: from("since") }] } });
const nets = { form: "nets" as const, questionId: "early", nets: [{ code: 1, of: [1] }] };
const questions = [
  question(1, "since", "date"),
  question(2, "name", "open"),
  early,
  question(0, "net", "single", { derivation: nets }),
];

const says = (filter: FilterItem[], rows: string[] = []) =>
  filtersByDays({ rows, columns: [], measures: [{ aggregationType: 1 }], filter }, questions);

test("a filter compares with days where a question of it is a date, at whatever depth", () => {
  expect(says([from("since")])).toBe(true);
  expect(says([from("name"), { any: [from("name"), { not: from("since") }] }])).toBe(true);
  expect(says([from("name"), from("gone"), { questionId: "since", operator: "answered" }])).toBe(false);
});

test("so does one by which a question of the table is derived, at whatever remove", () => {
  expect(says([], ["early"])).toBe(true);
  expect(says([], ["net"])).toBe(true);
  expect(says([{ questionId: "early", operator: "eq", value: 1 }])).toBe(true);
  expect(says([], ["since:month", "name"])).toBe(false);
});
