import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fetchSpecs } from "@/lib/contracts/interfaces/pivot";
import { getTableDefaults, saveTableDefaults } from "@/lib/contracts/ours/pivots";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { loadDefaults } from "@/lib/pivots/defaults";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { DefaultWeight } from "./default-weight";

const options: [number, string, null][] = [
  [1, "Female", null],
  [2, "Male", null],
];
const questions = [question(1, "sex", "single", { options })];
const weight = (id: string) => ({ id, name: id, column: id });

function open(weights: string[], query: string | null = null) {
  const calls = serve(
    on(listQuestions, () => ({ revision: 1, questions, weights: weights.map(weight), order: "1" })),
    on(fetchSpecs, () => ({ dimensions: ["sex"], measures: [], groups: [] })),
    on(getTableDefaults, () => ({ query, who: query && "ann@demo.test" })),
    on(saveTableDefaults, ({ body }) => ({ query: saveTableDefaults.body.parse(body).query, who: "ann@demo.test" })),
  );
  const saved = () =>
    calls.flatMap(({ name, body }) => (name === "saveTableDefaults" ? saveTableDefaults.body.parse(body) : []));
  return { calls, saved, ...renderPage(<DefaultWeight project="p" />) };
}

test("the only weight is proposed for new tables; “Do not weight” is kept, and the question is not asked again", async () => {
  const { user, saved } = open(["w1"]);
  expect(await screen.findByText("New tables of this project are weighted by “w1”, its only weight.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Do not weight" }));
  await waitFor(() => expect(screen.queryByRole("note")).toBeNull());
  const [{ query, seen } = { query: null, seen: null }] = saved();
  expect(seen).toBeNull();
  // The banner that was proposed before stays the one that tables have.
  expect(loadDefaults(query ?? "")).toMatchObject({ weight: null, columns: ["sex"], against: "columns" });
});

test("of several weights one is chosen", async () => {
  const { user, saved } = open(["w1", "w2"]);
  expect(await screen.findByText(/has 2 weights\. New tables are unweighted until you choose one/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Weight by “w2”" }));
  await waitFor(() => expect(saved().map(({ query }) => loadDefaults(query ?? "").weight)).toEqual(["w2"]));
});

test.each([
  ["without a weight", [], null],
  ["where defaults are set", ["w1"], "columns=sex"],
])("nothing is proposed %s", async (_, weights, query) => {
  const { calls } = open(weights, query);
  await waitFor(() => expect(new Set(calls.map(({ name }) => name)).size).toBe(3));
  expect(screen.queryByRole("note")).toBeNull();
});
