import { expect, test } from "vitest";
import { moveOption, relabel, revalue, withMissing } from "./change-options";

const options = ["Yes", "No", "Don't know"].map((label, at) => ({
  code: at + 1,
  label,
  order: at,
  value: at,
  cells: [at + 1],
}));
const labels = (changed: { label: string; order: number }[]) => changed.map(({ label, order }) => [label, order]);

test("an option is renamed, but not to nothing and not to what another is called", () => {
  expect(relabel(options, 1, " Indeed ")).toMatchObject([
    { label: "Indeed" },
    { label: "No" },
    { label: "Don't know" },
  ]);
  expect(relabel(options, 1, " ")).toMatch(/needs a label/);
  expect(relabel(options, 1, "No")).toMatch(/called “No” already/);
});

test("a value is a number with either sign, or none", () => {
  expect(revalue(options, 2, "2,5")).toMatchObject([{}, { value: 2.5 }, {}]);
  expect(revalue(options, 2, "")).toMatchObject([{}, { value: null }, {}]);
  expect(revalue(options, 2, "two")).toBe("“two” is not a number.");
});

test("options change places with their neighbours and end at the ends", () => {
  expect(labels(moveOption(options, 3, -1))).toEqual([
    ["Yes", 0],
    ["Don't know", 1],
    ["No", 2],
  ]);
  expect(labels(moveOption(options, 3, 1))).toEqual(labels(options));
});

test("an option stays with a mark when its cell becomes missing, and a code becomes one when it is an answer again", () => {
  const question = {
    ...({ kind: "single", id: "a", text: "a", column: "a", blank: "not_asked", grid: null } as const),
    options,
  };
  const codes = ["3", "77"].map((cell) => ({ cell, kind: "no_answer" as const }));
  expect(withMissing({ ...question, missing: [] }, codes)).toEqual({
    options,
    missing: [{ ...codes[0], marked: true }, codes[1]],
  });
  const again = withMissing({ ...question, missing: [{ cell: 9, kind: "no_answer", label: "Other" }] }, []);
  expect(again.options?.at(-1)).toEqual({ code: 4, label: "Other", order: 3, value: 9, cells: [9] });
  const marked = { cell: 3, kind: "no_answer" as const, marked: true as const };
  expect(withMissing({ ...question, missing: [] }, [marked]).options).toEqual(options);
  expect(withMissing({ ...question, missing: [marked] }, []).options).toEqual(options);
});

test("a number keeps what can be a number, and a date nothing", () => {
  const common = { id: "a", text: "a", column: "a", blank: "not_asked" as const, grid: null, missing: [] };
  const codes = [999, "NA"].map((cell) => ({ cell, kind: "no_answer" as const }));
  const marked = (planned: Parameters<typeof withMissing>[0]) =>
    withMissing(planned, codes).missing.map((code) => code.marked ?? false);
  expect(marked({ kind: "numeric", ...common })).toEqual([true, false]);
  expect(marked({ kind: "open", ...common })).toEqual([true, true]);
  expect(marked({ kind: "date", order: "ymd", ...common })).toEqual([false, false]);
});
