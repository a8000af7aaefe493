import { describe, expect, test } from "vitest";
import { mergeQuestions, type ProjectQuestions } from "@/lib/answers/imports/merge-questions";
import type { AnswerOption, ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import { idOfName } from "@/lib/contracts/rules/question-ids";
import { fitToProject } from "./fit-to-project";

const EMPTY: ProjectQuestions = { questions: [], weights: [], columnsGiven: 0 };
const common = { missing: [], blank: "not_asked" as const, grid: null };

const option = (code: number, label: string, ...cells: (string | number)[]): AnswerOption => ({
  ...{ code, label, order: code, value: code, cells },
});
const single = (id: string, ...options: AnswerOption[]): PlannedQuestion => ({
  ...{ kind: "single", id, text: id, column: id, options, ...common },
});
const ofColumn = (kind: "numeric" | "open", id: string): PlannedQuestion => ({
  ...{ kind, id, text: id, column: id, ...common },
});
const numeric = (id: string) => ofColumn("numeric", id);
const multiple = (
  id: string,
  source: Extract<PlannedQuestion, { kind: "multiple" }>["source"],
  ...options: AnswerOption[]
): PlannedQuestion => ({ kind: "multiple", id, text: id, source, options, ...common });
const flags = (id: string, chosen: string[] | null, ...columns: string[]) =>
  multiple(
    id,
    { form: "flags", columns: columns.map((column, at) => ({ column, code: at + 1 })), chosen },
    ...columns.map((column, at) => ({ ...option(at + 1, column), order: at })),
  );
const list = (id: string, separator: string, ...options: AnswerOption[]) =>
  multiple(id, { form: "list", column: id, separator }, ...options);

const planOf = (questions: PlannedQuestion[], empty: string[] = []): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: empty, empty, notes: [], questions },
});

const columnsOf = (...names: string[]) => names.map((name) => ({ name, label: null }));

/** The guess for a later file of a project whose first one was read by `first`; it can be imported. */
function fitted(first: ImportPlan, guess: ImportPlan, names: string[], before: ImportPlan | null = first) {
  const project = mergeQuestions(EMPTY, first, "append");
  const plan = fitToProject(guess, { questions: project.questions, before }, columnsOf(...names));
  expect(planProblems(plan, names)).toEqual([]);
  const merged = mergeQuestions(project, plan, "append");
  expect(merged.problems).toEqual([]);
  return { plan, merged, ids: merged.questions.map(({ id }) => id) };
}

describe("a guess for a project", () => {
  test("takes the project's kind where a file holds other values than before", () => {
    const first = planOf([single("a", option(1, "Low", 1)), numeric("b"), ofColumn("open", "why")]);
    const guess = planOf([numeric("a"), single("b", option(1, "1", 1)), list("why", ", ", option(1, "so", "so"))]);
    expect(fitted(first, guess, ["a", "b", "why"]).plan.questions.map(({ kind }) => kind)).toEqual([
      ...["single", "numeric", "open"],
    ]);
  });

  test("has no missing code that is an answer in the project, nor gives the project one", () => {
    const first = planOf([single("land", option(1, "SE", "SE"), option(2, "DK", "DK"))]);
    const dk = { cell: "DK", kind: "no_answer" as const };
    const na = { cell: "NA", kind: "not_asked" as const };
    const guess = planOf([{ ...single("land", option(1, "SE", "SE")), missing: [dk, na] }]);
    const { plan, merged } = fitted(first, guess, ["land"]);
    expect(plan.questions[0]).toMatchObject({ missing: [na], options: [{ cells: ["SE"] }, { cells: ["DK"] }] });
    expect(merged.questions[0]?.missing).toEqual([na]);
    expect(merged.questions[0]?.options.map(({ code, cells }) => [code, cells])).toEqual([
      [1, ["SE"]],
      [2, ["DK"]],
    ]);
  });

  test("marks what the project has marked, and leaves the option of it alone that a person made normal", () => {
    const mark = { cell: "None", kind: "no_answer" as const, marked: true as const };
    const first = planOf([{ ...single("land", option(1, "SE", "SE"), option(2, "None", "None")), missing: [mark] }]);
    expect(fitted(first, first, ["land"]).plan.questions).toEqual(first.questions);
    const normal = planOf([{ ...first.questions[0], missing: [] } as PlannedQuestion]);
    expect(fitted(first, normal, ["land"]).plan.questions).toEqual(normal.questions);
  });

  test("has no option that the project's answers were read with as missing", () => {
    const na = { cell: "NA", kind: "not_asked" as const };
    const [se, land] = [option(1, "SE", "SE"), option(2, "NA", "NA")];
    const first = planOf([{ ...single("land", se), missing: [na] }]);
    const { plan, merged } = fitted(first, planOf([single("land", se, land)]), ["land"]);
    expect(plan.questions[0]).toMatchObject({ missing: [na], options: [{ cells: ["SE"] }] });
    expect(merged.questions[0]?.options.map(({ label }) => label)).toEqual(["SE"]);
  });

  test("keeps a missing code that the project's answers were read with", () => {
    const dk = { cell: "DK", kind: "no_answer" as const };
    const first = planOf([{ ...single("land", option(1, "SE", "SE"), option(2, "DK", "DK")), missing: [dk] }]);
    expect(fitted(first, first, ["land"]).plan.questions[0]?.missing).toEqual([dk]);
  });
});

describe("the project's multiple question", () => {
  const columns = ["Q5_1", "Q5_2", "Q5_3"];
  const first = planOf([flags("Q5", ["1"], ...columns)]);

  test("is found in flags of which a file has only one filled, with the columns in which nothing is", () => {
    for (const before of [first, null]) {
      const guess = planOf([numeric("Q5_2")], ["Q5_1", "Q5_3"]);
      const { plan, ids } = fitted(first, guess, columns, before);
      expect(ids).toEqual(["Q5"]);
      expect(plan.ignored).toEqual([]);
      expect(plan.questions[0]).toMatchObject({
        source: {
          form: "flags",
          chosen: ["1"],
          columns: columns.map((column, at) => ({ column, code: at + 1 })),
        },
      });
    }
  });

  test("takes its own columns into what was found of it, beside options that are new", () => {
    const guess = planOf([flags("Q5", ["1"], "Q5_1", "Q5_4"), numeric("Q5_3")]);
    const { merged, ids } = fitted(first, guess, ["Q5_1", "Q5_3", "Q5_4"]);
    expect(ids).toEqual(["Q5"]);
    expect(merged.questions[0]?.options.map(({ code, label }) => [code, label])).toEqual([
      [1, "Q5_1"],
      [2, "Q5_2"],
      [3, "Q5_3"],
      [4, "Q5_4"],
    ]);
  });

  test("leaves a column out that somebody left out", () => {
    const guess = { ...planOf([numeric("Q5_2")]), ignored: ["Q5_1"] };
    const { plan } = fitted(first, guess, ["Q5_1", "Q5_2"]);
    expect(plan.ignored).toEqual(["Q5_1"]);
    expect(plan.questions[0]).toMatchObject({ source: { columns: [{ column: "Q5_2" }] } });
  });

  test("is found in a list without a single combination, and in columns of choices", () => {
    const colours = [option(1, "Red", "Red"), option(2, "Blue", "Blue")];
    const ofList = planOf([list("likes", "|", ...colours)]);
    const guess = planOf([single("likes", ...colours)]);
    expect(fitted(ofList, guess, ["likes"]).plan.questions[0]).toMatchObject({
      source: { form: "list", column: "likes", separator: "|" },
    });
    const ofChoices = planOf([multiple("pick", { form: "choices", columns: ["c1", "c2"] }, ...colours)]);
    const one = planOf([single("c1", ...colours)], ["c2"]);
    const { plan, ids } = fitted(ofChoices, one, ["c1", "c2"], null);
    expect(ids).toEqual(["pick"]);
    expect(plan.questions[0]).toMatchObject({ source: { form: "choices", columns: ["c1", "c2"] }, options: [] });
  });
});

describe("cells that mean chosen", () => {
  const columns = ["Q5_1", "Q5_2"];
  const first = planOf([flags("Q5", ["1"], ...columns)]);
  const ofWords = (name: string) => single(name, option(1, "Yes", "Yes"), option(2, "No", "No"));
  const chosenIn = (guess: ImportPlan, before: ImportPlan | null) => {
    const [read] = fitted(first, guess, columns, before).plan.questions;
    return read?.kind === "multiple" && read.source.form === "flags" ? read.source.chosen : undefined;
  };

  test("are those of the file where it is marked otherwise than the one before", () => {
    for (const before of [first, null]) {
      expect(chosenIn(planOf(columns.map(ofWords)), before)).toEqual(["Yes"]);
      expect(chosenIn(planOf([single("Q5_1", option(1, "x", "x"))], ["Q5_2"]), before)).toEqual(["x"]);
    }
    const any = planOf([flags("Q5", null, ...columns)]);
    expect(chosenIn(planOf(columns.map(ofWords)), any)).toEqual(["Yes"]);
  });

  test("are those of before where the file has them, or only what says no", () => {
    const codes = (name: string) => single(name, option(1, "1", 1), option(2, "2", 2));
    expect(chosenIn(planOf(columns.map(codes)), first)).toEqual(["1"]);
    expect(chosenIn(planOf(columns.map((name) => single(name, option(0, "0", 0)))), first)).toEqual(["1"]);
  });
});

test("a list is parted by what parts it, where the plan before does not say it", () => {
  const colours = [option(1, "Red", "Red"), option(2, "Blue", "Blue")];
  const guess = planOf([single("likes", option(1, "Red, Blue", "Red, Blue"), option(2, "Red", "Red"))]);
  const { plan } = fitted(planOf([list("likes", ", ", ...colours)]), guess, ["likes"], null);
  expect(plan.questions[0]).toMatchObject({ source: { form: "list", separator: ", " } });
});

test("an option that nobody had chosen gets its label from the file in which somebody did", () => {
  const named = (third: string) =>
    multiple(
      "Q1",
      { form: "flags", columns: ["Q1_1", "Q1_2"].map((column, at) => ({ column, code: at + 1 })), chosen: null },
      ...[option(1, "Nike"), option(2, third)],
    );
  const { merged } = fitted(planOf([named("Q1_2")]), planOf([named("Fila")]), ["Q1_1", "Q1_2"]);
  expect(merged.questions[0]?.options.map(({ label }) => label)).toEqual(["Nike", "Fila"]);
});

test("thousands of columns that stood alone are taken apart, each with an id of its own", () => {
  const names = Array.from({ length: 6000 }, (_, at) => `Q${Math.floor(at / 6)}_${at % 6}`);
  const first = planOf(names.map((name) => single(name, option(1, "1", 1), option(2, "2", 2))));
  const groups = Array.from({ length: 1000 }, (_, at) => flags(`Q${at}`, ["1"], ...names.slice(at * 6, at * 6 + 6)));
  const plan = fitToProject(planOf(groups), { questions: [], before: first }, columnsOf(...names));
  expect(plan.questions).toHaveLength(6000);
  expect(planProblems(plan, names)).toEqual([]);
});

test("columns that were questions of their own before, or empty, are no group", () => {
  const begun = planOf([numeric("Q1_1"), single("Q1_2", option(1, "yes", 1))], ["Q1_3"]);
  const all = ["Q1_1", "Q1_2", "Q1_3"];
  expect(fitted(begun, planOf([flags("Q1", ["1"], ...all)]), all).ids).toEqual(all);

  const first = planOf([numeric("Q1_1"), single("Q1_2", option(1, "yes", 1))]);
  const { plan, ids } = fitted(first, planOf([flags("Q1", ["1"], "Q1_1", "Q1_2")]), ["Q1_1", "Q1_2"]);
  expect(ids).toEqual(["Q1_1", "Q1_2"]);
  expect(plan.questions.map(({ kind }) => kind)).toEqual(["numeric", "single"]);
});

test("a question of a long name that the file before lacked is known by the beginning that was its id, and by its text", () => {
  const stem = "q".repeat(250);
  const former = `${stem.slice(0, 189)}…`;
  const long = (end: string, id: string): PlannedQuestion => ({ ...numeric(stem + end), id });
  const first = planOf([long("Price", former), long("Quality", `${former} (2)`)]);
  const guess = planOf([long("Quality", idOfName(`${stem}Quality`))]);
  expect(fitted(first, guess, [`${stem}Quality`], planOf([])).plan.questions.map(({ id }) => id)).toEqual([
    `${former} (2)`,
  ]);
});

test("of two columns with one long beginning and one text each is another question, known or new", () => {
  const stem = "q".repeat(250);
  const former = `${stem.slice(0, 189)}…`;
  const asked = (end: string, id: string): PlannedQuestion => ({ ...numeric(stem + end), id, text: "How much?" });
  const ends = ["Price", "Quality", "Service"];
  const names = ends.map((end) => stem + end);
  const guess = planOf(ends.map((end) => asked(end, idOfName(stem + end))));
  const idsAfter = (...first: PlannedQuestion[]) =>
    fitted(planOf(first), guess, names, planOf([])).plan.questions.map(({ id }) => id);
  const [, quality = "", service = ""] = names.map(idOfName);
  expect(idsAfter(asked("Price", former))).toEqual([former, quality, service]);
  const two = [asked("Price", former), asked("Quality", `${former} (2)`)];
  expect(idsAfter(...two)).toEqual([former, `${former} (2)`, service]);
});

test("the guess shows what the project's answers were read with as missing, so that a replacement can do without", () => {
  const first = planOf([{ ...numeric("temp"), missing: [{ cell: -1, kind: "no_answer" }] }]);
  const { plan, merged } = fitted(first, planOf([numeric("temp")]), ["temp"]);
  expect(plan.questions[0]?.missing).toEqual([{ cell: -1, kind: "no_answer" }]);
  expect(merged.notices).toEqual([]);
});
