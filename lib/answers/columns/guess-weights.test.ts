import { expect, test } from "vitest";
import type { FileColumn } from "@/lib/answers/files/answer-file";
import { guessPlan } from "./guess";
import { profiler } from "./profile";

const ROWS = 60;
/** Sixty cells of a column, in turns. */
const turns = (...cells: string[]) => Array.from({ length: ROWS }, (_, at) => cells[at % cells.length] ?? "");

function planOf(columns: readonly { name: string; label?: string; cells: string[] }[]) {
  const described = columns.map(({ name, label }): FileColumn => ({ name, ...(label !== undefined && { label }) }));
  const seen = profiler(columns.length);
  seen.add(
    Array.from({ length: ROWS }, (_, at) => ({ row: at + 2, cells: columns.map(({ cells }) => cells[at] ?? null) })),
  );
  return guessPlan({ columns: described, multipleSets: [] }, seen);
}
const one = (name: string, cells: string[], label?: string) => {
  const { weights, notes } = planOf([
    { name, cells, ...(label !== undefined && { label }) },
    { name: "Q1", cells: turns("a", "b") },
  ]);
  return { weights, notes: notes.filter((note) => note.includes("weight")) };
};

const aboutOne = turns("0.5", "1.5", "0.75", "1.25");
const ofPopulation = turns("812.5", "1040.25", "977", "1234.5");

test.each([
  ...["weight", "Weight_final", "WeightFactor", "wt", "w1", "Gewicht", "Gewichtungsfaktor", "gew_Gewichtung"],
  ...["Pondération", "poids", "coef_redressement", "ponderación", "peso_muestral", "ponderazione"],
])("numbers around 1 that are called %s are a weight, which a notice says", (name) => {
  expect(one(name, aboutOne)).toEqual({
    weights: [name],
    notes: [
      `“${name}” is taken as a weight: its mean is 1. Choose something else for the column if it is none.`,
      `New tables of the project are weighted by “${name}”, which “Table defaults” change.`,
    ],
  });
});

test.each([
  "Weighting factor by age and sex",
  "Gewichtungsfaktor (Alter × Geschlecht)",
  "Coefficient de pondération",
  "Factor de ponderación",
  "Coefficiente di ponderazione",
])("so are those whose text alone says it: %s", (label) => {
  expect(one("V903", aboutOne, label).weights).toEqual(["V903"]);
});

test("numbers that add up to a population are a weight, with their sum", () => {
  // 15 times each: 15 * (812.5 + 1040.25 + 977 + 1234.5).
  expect(one("weight", ofPopulation)).toEqual({
    weights: ["weight"],
    notes: [
      "“weight” is taken as a weight: it adds up to 60,964, as of a population. Choose something else for the column if it is none.",
      "New tables of the project are weighted by “weight”, which “Table defaults” change.",
    ],
  });
  expect(one("pop_weight", turns("12.5", "40.25", "77", "34.5")).weights).toEqual(["pop_weight"]);
});

test.each([
  ["weight", turns("70", "85", "62.5"), undefined, true],
  ["weight", turns("3400", "2950", "3820"), "Birth weight in grams", true],
  ["weight_kg", turns("0.9", "310", "1500"), undefined, true],
  ["q5", turns("0", "1", "2"), "How much weight do you give to the price?", false],
  ["q6", turns("70.5", "85", "62.5"), "What is your weight?", false],
  ["price", aboutOne, "Price in euros", false],
  ["weight", turns("-1.5", "2.5", "2"), undefined, false],
])("%s is none: what a body weighs, an answer, or numbers below zero (%#)", (name, cells, label, isUnsure) => {
  const { weights, notes } = one(name, cells, label);
  expect(weights).toEqual([]);
  expect(notes.some((note) => note.includes("may be a weight"))).toBe(isUnsure);
});

test("of several weights none is the default by itself", () => {
  const { weights, notes } = planOf([
    { name: "wt", cells: aboutOne },
    { name: "wt_pop", cells: ofPopulation },
    { name: "Q1", cells: turns("a", "b") },
  ]);
  expect(weights).toEqual(["wt", "wt_pop"]);
  expect(notes).toContain("New tables are unweighted until “Table defaults” say by which of them.");
  expect(notes.join(" ")).not.toContain("New tables of the project are weighted by");
});
