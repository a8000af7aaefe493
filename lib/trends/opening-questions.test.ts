import { expect, test } from "vitest";
import { openingQuestions } from "./opening-questions";

const option = { code: 1, label: "Poor", order: 0, value: 1, cells: [] };
const numeric = (id: string, text = "") => ({ id, text, kind: "numeric" as const, options: [] });
const scale = (id: string) => ({ id, text: id, kind: "scale" as const, options: [option] });

test("a trend opens on scales, then on numbers, and not on what a tool recorded", () => {
  const known = [
    ...[numeric("Duration (in seconds)"), numeric("Progress"), numeric("LocationLatitude"), numeric("recordId")],
    ...[numeric("age", "How old are you?"), scale("satisfaction"), numeric("income"), scale("nps")],
  ];
  const ids = known.map(({ id }) => id);
  expect(openingQuestions(ids, known)).toEqual(["satisfaction", "nps", "age", "income"]);
});

test("of nothing else, it opens on what a tool recorded", () => {
  expect(openingQuestions(["duration", "progress"], [])).toEqual(["duration", "progress"]);
});

test("it opens on six at most, in the project's order", () => {
  const ids = Array.from({ length: 9 }, (_, at) => `q${at}`);
  expect(openingQuestions(ids, ids.map(scale))).toEqual(ids.slice(0, 6));
});
