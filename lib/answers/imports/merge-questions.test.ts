import { describe, expect, test } from "vitest";
import type {
  AnswerOption,
  Derivation,
  ImportPlan,
  MissingCode,
  PlannedQuestion,
  Question,
} from "@/lib/contracts/interfaces/answers";
import { mergeQuestions, type ProjectQuestions, partlyBrought, writtenOtherwise } from "./merge-questions";

const EMPTY: ProjectQuestions = { questions: [], weights: [], columnsGiven: 0 };
const common = { missing: [], blank: "not_asked" as const, grid: null };

const option = (code: number, label: string, ...cells: (string | number)[]): AnswerOption => ({
  ...{ code, label, order: code, value: code, cells },
});
const single = (id: string, ...options: AnswerOption[]): PlannedQuestion => ({
  ...{ kind: "single", id, text: id, column: id, options, ...common },
});
const scale = (id: string, ...options: AnswerOption[]): PlannedQuestion => ({
  ...{ kind: "scale", id, text: id, column: id, options, ...common },
});
const numeric = (id: string): PlannedQuestion => ({ kind: "numeric", id, text: id, column: id, ...common });
const flags = (id: string, ...columns: string[]): PlannedQuestion => ({
  ...{ kind: "multiple", id, text: id, ...common },
  options: columns.map((column, at) => ({ ...option(at + 1, column), order: at })),
  source: { form: "flags", columns: columns.map((column, at) => ({ column, code: at + 1 })), chosen: ["1"] },
});

const planOf = (questions: PlannedQuestion[], weights: string[] = []): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights },
  ...{ ignored: [], notes: [], questions },
});

const derived = (id: string, derivation: Derivation): Question => ({
  ...{ id, text: id, kind: "single", column: null, options: [option(1, "one"), option(0, "none")], ...common },
  ...{ derivation, version: 1 },
});

const relabelled = ({ questions, ...rest }: ProjectQuestions, label: string): ProjectQuestions => ({
  ...rest,
  questions: questions.map((question) => ({
    ...question,
    options: question.options.map((each, at) => (at === 0 ? { ...each, label } : each)),
  })),
});

describe("a project's questions after an import", () => {
  test("keep their labels where a file writes the same cells in another case, and take a label that says more", () => {
    const project = mergeQuestions(
      EMPTY,
      planOf([single("a", option(1, "Yes", "Yes"), option(2, "No", "No"))]),
      "append",
    );
    const shouted = planOf([single("a", option(1, "NO", "NO"), option(2, "YES", "YES"))]);
    const appended = mergeQuestions(project, shouted, "append");
    expect(appended.questions[0]?.options).toMatchObject([
      { code: 1, label: "Yes", cells: ["Yes", "YES"] },
      { code: 2, label: "No", cells: ["No", "NO"] },
    ]);
    const labelled = planOf([single("a", option(1, "Yes, gladly", "yes", "YES"))]);
    expect(mergeQuestions(appended, labelled, "append").questions[0]?.options[0]).toMatchObject({
      label: "Yes, gladly",
    });
  });

  test("leave a weight that was made here to itself, also when everything is replaced", () => {
    const raked = {
      recipe: { margins: [], caps: null, wave: null },
      ...{ who: "a@example.test", at: "2025-01-01T00:00:00.000Z" },
    };
    const project = mergeQuestions(EMPTY, planOf([numeric("a")], ["w"]), "append");
    const own = { id: "own", name: "own", column: "w2", raked };
    const known = { ...project, weights: [...project.weights, own] };
    expect(mergeQuestions(known, planOf([numeric("a")], ["v"]), "replace").weights).toEqual([
      own,
      { id: "v", name: "v", column: "w3" },
    ]);
    expect(mergeQuestions(known, planOf([numeric("a")], ["w"]), "append").problems).toEqual([]);
    for (const mode of ["append", "update", "replace"] as const) {
      const plan = { ...planOf([numeric("a")], ["own"]), id: "id" };
      expect(mergeQuestions(known, plan, mode).problems.join()).toContain(
        "The weight “own” of the project was made here",
      );
    }
  });

  test("say what becomes of a weight that a file does not bring", () => {
    const project = mergeQuestions(EMPTY, planOf([numeric("a")], ["wt"]), "append");
    const noticesOf = (mode: "append" | "replace", ...weights: string[]) =>
      mergeQuestions(project, planOf([numeric("a")], weights), mode).notices;
    expect(noticesOf("append", "wt")).toEqual([]);
    expect(noticesOf("append")).toEqual([
      "The file brings no weight “wt”, which the project has: its responses have none, and are left out of figures that are weighted so.",
    ]);
    expect(noticesOf("replace", "other")).toEqual([
      "The file brings no weight “wt”, so that the project has none either.",
    ]);
  });

  test("have a column each, and keep it", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("a"), numeric("b")], ["w"]), "append");
    expect(first.questions.map(({ id, column }) => [id, column])).toEqual([
      ["a", "q1"],
      ["b", "q2"],
    ]);
    const second = mergeQuestions(first, planOf([numeric("c"), numeric("b")], ["v", "w"]), "append");
    expect(second.questions.map(({ id, column }) => [id, column])).toEqual([
      ["a", "q1"],
      ["b", "q2"],
      ["c", "q3"],
    ]);
    expect(second.questions[1]).toEqual(first.questions[1]);
    expect(second.weights.map(({ id, column }) => [id, column])).toEqual([
      ["w", "w1"],
      ["v", "w2"],
    ]);
    expect(second.columnsGiven).toBe(3);
  });

  test("know an option by its cell or its label, keep its edited label, and give a new one a code that is free", () => {
    const first = mergeQuestions(EMPTY, planOf([single("a", option(1, "Yes", "y"), option(2, "No", "n"))]), "append");
    const edited = relabelled(first, "Certainly");
    const plan = planOf([single("a", option(1, "No", "nope"), option(2, "Yes", "y"), option(3, "Perhaps", "p"))]);
    const merged = mergeQuestions(edited, plan, "append");
    expect(merged.questions[0]?.options.map(({ code, label, cells }) => [code, label, cells])).toEqual([
      [1, "Certainly", ["y"]],
      [2, "No", ["n", "nope"]],
      [3, "Perhaps", ["p"]],
    ]);
    expect(merged.questions[0]?.version).toBe(2);
    const [read] = merged.plan.questions;
    expect(read && "options" in read && read.options.map(({ code, cells }) => [code, cells])).toEqual([
      [2, ["nope"]],
      [1, ["y"]],
      [3, ["p"]],
      [2, ["n"]],
    ]);
    expect(new Set(merged.questions[0]?.options.map(({ code }) => code)).size).toBe(3);
  });

  test("say where a file labels an option's cell with the name of another option", () => {
    const first = mergeQuestions(EMPTY, planOf([single("a", option(1, "Yes", 1), option(2, "No", 2))]), "append");
    const plan = planOf([single("a", option(1, "No", 1), option(2, "Not at all", 2), option(3, "Yes", "y"))]);
    expect(mergeQuestions(first, plan, "append").notices).toEqual([
      "“1” of “a” is “No” in this file and “Yes” in the project, where “No” is another option: it is read as “Yes”.",
    ]);
  });

  test("keep their texts and labels in every mode; where a replacement has others, that is said once", () => {
    const brands = (text: string, ...labels: string[]) => ({
      ...single("brand", ...labels.map((label, at) => option(at + 1, label, at + 1))),
      text,
    });
    const first = planOf([brands("Q1. Which brand?", "ACME_1", "Bolt", "Crest")]);
    const corrected = planOf([brands("Brand", "Acme", "Bolt", "Crest")]);
    const project = { ...mergeQuestions(EMPTY, corrected, "append"), before: corrected };
    expect(mergeQuestions(project, first, "append")).toMatchObject({ questions: project.questions, notices: [] });
    const replaced = mergeQuestions(project, first, "replace");
    expect([replaced.questions, replaced.notices]).toEqual([
      project.questions,
      [
        "The project keeps its own texts and labels where the file has others: “Brand” and not “Q1. Which brand?”; “Acme” and not “ACME_1”. Change them on the page of questions if the file's are meant.",
      ],
    ]);
    const others = planOf([brands("Which one?", "Anna", "Dyna", "Ella")]);
    expect(mergeQuestions(project, others, "replace").notices.join()).toContain("“Dyna”; and 1 more.");

    const edited = relabelled(project, "Acme Inc.");
    expect(mergeQuestions(edited, corrected, "replace")).toMatchObject({ questions: edited.questions, notices: [] });
    const turned = mergeQuestions(project, planOf([brands("Brand", "Bolt")]), "replace");
    expect(turned.questions).toEqual(project.questions);
    expect(turned.notices.join()).toContain("where “Bolt” is another option: it is read as “Acme”");
  });

  test("keep what was edited of a question that the file before lacked", () => {
    const plan = planOf([numeric("a"), { ...single("b", option(1, "Yes", 1)), text: "Is it so?" }]);
    const first = relabelled(mergeQuestions(EMPTY, plan, "append"), "Certainly");
    const project = { ...first, before: planOf([numeric("a")]) };
    const replaced = mergeQuestions(project, plan, "replace");
    expect(replaced.questions).toEqual(project.questions);
    expect(replaced.notices.join()).toContain("“Certainly” and not “Yes”");
  });

  test("are replaced with as many looks at columns as grow with their options, of which flags may have thousands", () => {
    const count = 400;
    let looks = 0;
    const columns = Array.from({ length: count }, (_, at) => ({
      column: `m_${at}`,
      get code() {
        looks += 1;
        return at + 1;
      },
    }));
    const named = (word: string): PlannedQuestion => ({
      ...{ kind: "multiple", id: "m", text: "m", source: { form: "flags", columns, chosen: ["1"] }, ...common },
      options: columns.map(({ column }, at) => ({ ...option(at + 1, `${word} ${column}`), cells: [], order: at })),
    });
    const before = planOf([named("Brand")]);
    const project = { ...mergeQuestions(EMPTY, before, "append"), before };
    looks = 0;
    expect(mergeQuestions(project, planOf([named("Marke")]), "replace").notices.join()).toContain("and 397 more");
    expect(looks).toBeLessThan(20 * count);
  });

  test("are read with missing codes that a plan lacks, which is said, until all answers are replaced", () => {
    const missing = [{ cell: -1, kind: "no_answer" as const }];
    const first = mergeQuestions(EMPTY, planOf([{ ...numeric("temp"), missing }]), "append");
    const without = { ...planOf([numeric("temp")]), id: "id" };
    for (const mode of ["append", "update"] as const) {
      const merged = mergeQuestions(first, without, mode);
      expect(merged.plan.questions[0]?.missing).toEqual(missing);
      expect(merged.notices).toEqual([
        "“-1” of “temp” is no answer in the project, and so not in this file: only an import that replaces all answers can change that.",
      ]);
    }
    const replaced = mergeQuestions(first, without, "replace");
    expect([replaced.plan.questions[0]?.missing, replaced.questions[0]?.missing]).toEqual([[], []]);
    expect(replaced.notices).toEqual([]);
    const otherKind = [{ cell: -1, kind: "not_asked" as const }];
    const again = mergeQuestions(first, planOf([{ ...numeric("temp"), missing: otherKind }]), "replace");
    expect(again.questions[0]?.missing).toEqual(otherKind);
  });

  test("are read with options that the plan lacks and the project has, but for what the plan takes for missing", () => {
    const many = single("a", option(1, "Yes", 1), option(2, "No", 2), option(9, "Refused", 9));
    const first = mergeQuestions(EMPTY, planOf([many]), "append");
    const beginning = { ...single("a", option(1, "Yes", 1)), missing: [{ cell: 9, kind: "no_answer" as const }] };
    const [read] = mergeQuestions(first, planOf([beginning]), "append").plan.questions;
    expect(read && "options" in read && read.options.map(({ code, cells }) => [code, cells])).toEqual([
      [1, [1]],
      [2, [2]],
    ]);
  });

  test("know the options of flags by their columns, in whatever order a file has them", () => {
    const first = mergeQuestions(EMPTY, planOf([flags("m", "m_1", "m_2")]), "append");
    const merged = mergeQuestions(relabelled(first, "TV"), planOf([flags("m", "m_2", "m_1")]), "append");
    expect(merged.questions[0]?.options.map(({ code, label }) => [code, label])).toEqual([
      [1, "TV"],
      [2, "m_2"],
    ]);
    const [read] = merged.plan.questions;
    expect(read?.kind === "multiple" && read.source.form === "flags" && read.source.columns).toEqual([
      { column: "m_2", code: 2 },
      { column: "m_1", code: 1 },
    ]);
  });

  test("say of which multiple questions an update has only some options", () => {
    const first = mergeQuestions(EMPTY, planOf([flags("m", "m_1", "m_2", "m_3"), flags("n", "n_1")]), "append");
    const plan = { ...planOf([flags("m", "m_3", "m_2"), flags("n", "n_1", "n_2")]), id: "id" };
    const merged = mergeQuestions(first, plan, "update");
    expect([...partlyBrought(merged)]).toEqual([["q1", [3, 2]]]);
    expect(merged.notices).toEqual([
      "The file has columns for 2 of the 3 options of “m”: what responses chose of the others stays.",
    ]);
    expect(mergeQuestions(first, plan, "append").notices).toEqual([]);
  });

  test("say of which choices an update lacks columns, as what was chosen in these goes", () => {
    const choices = (...columns: string[]): PlannedQuestion => ({
      ...{ id: "pick", text: "", kind: "multiple", missing: [], blank: "not_asked", grid: null },
      ...{ source: { form: "choices", columns }, options: [option(1, "Red", 1), option(2, "Blue", 2)] },
    });
    const updating = (...columns: string[]) => ({ ...planOf([choices(...columns)]), id: "id" });
    const first = mergeQuestions(EMPTY, planOf([choices("c1", "c2")]), "append");
    const more = mergeQuestions(first, planOf([choices("c3", "c1")]), "append");
    expect(more.questions[0]?.choiceColumns).toEqual(["c1", "c2", "c3"]);
    expect(mergeQuestions(more, updating("c1"), "update").notices).toEqual([
      "“pick” was read from 3 columns, and the file lacks “c2”, “c3”: what its responses chose there is taken away. Leave “pick” out if that is not meant.",
    ]);
    expect(mergeQuestions(more, updating("c3", "c2", "c1"), "update").notices).toEqual([]);
    const replaced = mergeQuestions(more, planOf([choices("c1")]), "replace");
    expect(mergeQuestions(replaced, updating("c1"), "update").notices).toEqual([]);
  });

  test("refuse another kind with a sentence, unless everything is replaced", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("a")]), "append");
    const plan = planOf([single("a", option(1, "1", 1))]);
    expect(mergeQuestions(first, plan, "append").problems).toEqual([
      "Question “a” is numeric in the project and single in this file. Choose the same kind for it, leave it out, or replace all answers of the project.",
    ]);
    const replaced = mergeQuestions(first, plan, "replace");
    expect(replaced.problems).toEqual([]);
    expect(replaced.questions[0]).toMatchObject({ kind: "single", column: "q2", version: 2 });
  });

  test("give a file's question that is called as a derived one an id of its own, the same in each file", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("age")]), "append");
    const bands = derived("AgeBand", { form: "bands", questionId: "age", bands: [{ code: 1, low: null, high: 30 }] });
    const project = { ...first, questions: [...first.questions, { ...bands, text: "Age in bands" }] };
    const plan = planOf([numeric("age"), single("AgeBand", option(1, "young", 1))]);
    const merged = mergeQuestions(project, plan, "append");
    expect([merged.problems, merged.notices]).toEqual([
      [],
      ["“AgeBand” is a derived question of the project: the file's question gets the id “AgeBand (2)”."],
    ]);
    expect(merged.questions.map(({ id }) => id)).toEqual(["age", "AgeBand", "AgeBand (2)"]);
    expect(merged.plan.questions.map(({ id }) => id)).toEqual(["age", "AgeBand (2)"]);
    expect(mergeQuestions(merged, plan, "append").questions).toEqual(merged.questions);
    expect(mergeQuestions(merged, plan, "replace").questions).toEqual(merged.questions);
  });

  test("know a file's question beside a derived one again after its text was edited", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("age")]), "append");
    const bands = (id: string) =>
      derived(id, { form: "bands", questionId: "age", bands: [{ code: 1, low: null, high: 30 }] });
    const project = { ...first, questions: [...first.questions, bands("AgeBand"), bands("Years")] };
    const plan = planOf([numeric("age"), numeric("Years"), single("AgeBand", option(1, "young", 1))]);
    const merged = mergeQuestions(project, plan, "append");
    const ids = ["age", "AgeBand", "Years", "Years (2)", "AgeBand (2)"];
    expect(merged.questions.map(({ id }) => id)).toEqual(ids);
    const edited = merged.questions.map((each) => ({ ...each, text: `${each.text}, as we ask it` }));
    const idsAfter = (before: ImportPlan | null, ...questions: PlannedQuestion[]) =>
      mergeQuestions({ ...merged, questions: edited, before }, planOf(questions), "append").questions.map(
        ({ id }) => id,
      );
    expect(idsAfter(merged.plan, ...plan.questions)).toEqual(ids);
    // Alike in kind alone, it may be another question: a column too many is better than answers in another's.
    expect(idsAfter(null, single("AgeBand", option(1, "young", 1)))).toEqual([...ids, "AgeBand (3)"]);
  });

  test("of a replacement are the file's, with derived ones that can still be made", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("a"), numeric("b")]), "append");
    const project = {
      ...first,
      questions: [
        ...first.questions,
        derived("x", { form: "bands", questionId: "a", bands: [{ code: 1, low: null, high: 5 }] }),
        derived("y", { form: "bands", questionId: "b", bands: [{ code: 1, low: null, high: 5 }] }),
        derived("z", { form: "nets", questionId: "x", nets: [{ code: 1, of: [1] }] }),
      ],
    };
    const merged = mergeQuestions(project, planOf([numeric("a")]), "replace");
    expect(merged.questions.map(({ id }) => id)).toEqual(["a", "x", "z"]);
    expect(merged.notices).toEqual([
      "Questions that the file does not have are dropped: “b”.",
      "Derived questions that cannot be made of this file's answers, or would mean something else, are dropped: “y”.",
    ]);
  });

  test("of a replacement have no derived ones that cannot be made of the new kinds, or would mean something else", () => {
    const brands = single("brand", option(1, "A", "a"), option(2, "B", "b"));
    const first = mergeQuestions(EMPTY, planOf([numeric("age"), brands]), "append");
    const project = {
      ...first,
      questions: [
        ...first.questions,
        derived("bands", { form: "bands", questionId: "age", bands: [{ code: 1, low: null, high: 30 }] }),
        derived("of bands", { form: "nets", questionId: "bands", nets: [{ code: 1, of: [1] }] }),
        derived("grown", { form: "filter", filter: [{ questionId: "age", operator: "gt", value: 17 }] }),
        derived("net", { form: "nets", questionId: "brand", nets: [{ code: 1, of: [1] }] }),
      ],
    };
    const left = (...questions: PlannedQuestion[]) =>
      mergeQuestions(project, planOf(questions), "replace").questions.flatMap(({ id, derivation }) =>
        derivation === null ? [] : [id],
      );
    expect(left(numeric("age"), single("brand", option(7, "C", "c")))).toEqual(["bands", "of bands", "grown", "net"]);
    expect(left(single("age", option(1, "young", "y")), flags("brand", "x", "y"))).toEqual([]);
    expect(left(scale("age", option(1, "1", 1)), brands)).toEqual(["bands", "of bands", "net"]);
    expect(left(numeric("age"), scale("brand", option(1, "A", 1), option(2, "B", 2)))).toContain("net");
    expect(left(numeric("age"), scale("brand", option(1, "B", 1), option(2, "A", 2)))).not.toContain("net");
  });

  test("keep what a person marked as missing out of the file's reading, so that it can be taken back", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("a"), single("b", option(1, "Yes", "y"))]), "append");
    const mark = (cell: string | number) => ({ cell, kind: "no_answer" as const, marked: true as const });
    const project = {
      ...first,
      questions: first.questions.map((each, at) => ({
        ...each,
        missing: at === 0 ? [mark(99), mark("n/a")] : [mark("y")],
      })),
    };
    const merged = mergeQuestions(project, planOf([numeric("a"), single("b", option(1, "Yes", "y"))]), "update");
    const readAs = { cell: "n/a", kind: "no_answer" };
    expect(merged.plan.questions.map(({ missing }) => missing)).toEqual([[readAs], []]);
    expect(merged.questions.map(({ missing }) => missing)).toEqual([[mark(99), readAs], [mark("y")]]);
    const declared = { ...numeric("a"), missing: [{ cell: 99, kind: "not_asked" as const }] };
    const [read] = mergeQuestions(project, planOf([declared]), "append").questions;
    expect(read?.missing).toEqual([{ cell: 99, kind: "no_answer" }, readAs]);
  });

  test("keep an option normal that a person made so, though the next file's plan marks it again", () => {
    const mark: MissingCode = { cell: "none", kind: "no_answer", marked: true };
    const options = [option(1, "Yes", "y"), option(2, "No answer", "none")];
    const marked = planOf([{ ...single("a", ...options), missing: [mark] }]);
    const first = mergeQuestions(EMPTY, marked, "append");
    expect(first.questions[0]?.missing).toEqual([mark]);
    expect(mergeQuestions(first, marked, "append").questions[0]?.missing).toEqual([mark]);
    const normal = { ...first, questions: first.questions.map((each) => ({ ...each, missing: [] })) };
    for (const mode of ["append", "replace", "update"] as const) {
      expect(mergeQuestions(normal, marked, mode).questions[0]?.missing).toEqual([]);
    }
    const earlier = mergeQuestions(EMPTY, planOf([single("a", option(1, "Yes", "y"))]), "append");
    expect(mergeQuestions(earlier, marked, "append").questions[0]?.missing).toEqual([mark]);
    const read = mergeQuestions(
      EMPTY,
      planOf([{ ...single("a"), missing: [{ cell: "none", kind: "no_answer" }] }]),
      "append",
    );
    const again = mergeQuestions(read, marked, "append");
    expect(again.plan.questions[0]?.missing).toEqual([{ cell: "none", kind: "no_answer" }]);
  });

  test("are written otherwise after edits that change an option's code, a column or what is missing, and no others", () => {
    const options = [option(1, "Agre", "1"), option(2, "No", "2")];
    const first = mergeQuestions(EMPTY, planOf([single("a", ...options), numeric("b")]), "append");
    const declared = { ...numeric("b"), missing: [{ cell: 99, kind: "not_asked" as const }] };
    const plan = planOf([single("a", option(1, "Agree", "Agree"), option(2, "No", "2")), declared]);
    const edited = (id: string, change: Partial<Question>) => ({
      ...first,
      questions: first.questions.map((each) => (each.id === id ? { ...each, ...change } : each)),
    });
    const otherwise = (project: ProjectQuestions, mode: "append" | "replace" = "append") =>
      writtenOtherwise(mergeQuestions(first, plan, mode), mergeQuestions(project, plan, mode));
    expect(otherwise(first)).toEqual([]);
    expect(otherwise(relabelled(first, "Disagree"))).toEqual([]);
    expect(otherwise(edited("a", { text: "Do you agree?" }))).toEqual([]);
    expect(otherwise(relabelled(first, "Agree"))).toEqual(["a"]);
    expect(otherwise(edited("a", { kind: "scale" }), "replace")).toEqual(["a"]);
    const mark = (cell: number) => [{ cell, kind: "no_answer" as const, marked: true as const }];
    expect(otherwise(edited("b", { missing: mark(98) }))).toEqual([]);
    expect(otherwise(edited("b", { missing: mark(99) }))).toEqual(["b"]);
  });

  test("keep the order that a person gave them, new ones where a replacement has them", () => {
    const first = mergeQuestions(EMPTY, planOf([numeric("a"), numeric("b"), numeric("c")]), "append");
    const turned = { ...first, questions: [...first.questions].reverse() };
    const ids = (mode: "append" | "replace" | "update") =>
      mergeQuestions(turned, planOf([numeric("a"), numeric("x"), numeric("b"), numeric("c")]), mode).questions.map(
        ({ id }) => id,
      );
    expect(ids("append")).toEqual(["c", "b", "a", "x"]);
    expect(ids("update")).toEqual(["c", "b", "a", "x"]);
    expect(ids("replace")).toEqual(["c", "b", "a", "x"]);
  });
});

describe("codes of columns of marks that can be restored", () => {
  const coded = (cells: (string | number)[], chosen: (string | number)[] = ["1"]): PlannedQuestion => ({
    ...(flags("brands", "a", "b") as Extract<PlannedQuestion, { kind: "multiple" }>),
    missing: cells.map((cell): MissingCode => ({ cell, kind: "no_answer" })),
    source: {
      ...{ form: "flags", chosen },
      columns: ["a", "b"].map((column, at) => ({ column, code: at + 1 })),
    },
  });
  const codesOf = ({ questions }: ProjectQuestions) => questions[0]?.restorableCodes;
  const first = mergeQuestions(EMPTY, planOf([coded([99, "Refused", 98])]), "append");

  test("have places that stay, those of later files behind them", () => {
    expect(codesOf(first)).toEqual(["99", "98"]);
    expect(codesOf(mergeQuestions(first, planOf([coded([97, 98])]), "append"))).toEqual(["99", "98", "97"]);
    expect(codesOf(mergeQuestions(first, planOf([coded([97])]), "replace"))).toEqual(["99", "98", "97"]);
    expect(codesOf(mergeQuestions(EMPTY, planOf([flags("brands", "a", "b")]), "append"))).toBeUndefined();
  });

  test("are none that answers were read with before it could be told, unless all answers are replaced", () => {
    const old = {
      ...first,
      questions: first.questions.map(({ restorableCodes: _, ...question }) => question),
    };
    expect(codesOf(mergeQuestions(old, planOf([coded([99, 97])]), "update"))).toEqual(["97"]);
    expect(codesOf(mergeQuestions(old, planOf([coded([99, 97])]), "replace"))).toEqual(["99", "97"]);
  });

  test("are as many as fit beside an answer", () => {
    const many = Array.from({ length: 40 }, (_, at) => -1 - at);
    expect(codesOf(mergeQuestions(EMPTY, planOf([coded(many)]), "append"))).toHaveLength(30);
  });

  test("are read without a mark, and write answers otherwise where their places are others", () => {
    const marked = coded([99]);
    marked.missing = marked.missing.map((code) => ({ ...code, marked: true }));
    const merged = mergeQuestions(EMPTY, planOf([marked]), "append");
    expect(merged.questions[0]?.missing).toEqual([{ cell: 99, kind: "no_answer" }]);
    expect(merged.plan.questions[0]?.missing).toEqual([{ cell: 99, kind: "no_answer" }]);
    const swapped = {
      ...merged,
      questions: merged.questions.map((each) => ({ ...each, restorableCodes: ["98", "99"] })),
    };
    expect(writtenOtherwise(merged, merged)).toEqual([]);
    expect(writtenOtherwise(merged, swapped)).toEqual(["brands"]);
  });
});
