import fc from "fast-check";
import { expect, test } from "vitest";
import { describedChanges } from "@/lib/answers/questions/describe-questions";
import { derivedQuestion, editedQuestion } from "@/lib/answers/questions/edit-question";
import type { AnswerOption, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { missingKey } from "@/lib/contracts/rules/answer-cells";
import { readTripleS, tripleSNotices, writeTripleS } from "./triple-s";

/** Words as people write them: signs of XML, letters of other languages, no blanks at the ends or in a row. */
const words = fc
  .array(fc.constantFrom("Tea", "& Co", "<5", '"so"', "Größe", "緑茶", "isn't", "1,5 > 1"), {
    ...{ minLength: 1, maxLength: 4 },
  })
  .map((parts) => parts.join(" "));

const value = fc.option(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })));

const options = fc
  .uniqueArray(fc.tuple(words, value, fc.constantFrom("number", "text", "both")), {
    ...{ minLength: 1, maxLength: 6, selector: ([label]) => label },
  })
  .map((all): AnswerOption[] =>
    all.map(([label, given, form], order) => ({
      ...{ code: order + 1, label, order, value: given },
      // Numbers of the file that are codes of other options in the store.
      cells: [...(form === "text" ? [] : [(order + 3) % 7]), ...(form === "number" ? [] : [`cell ${order}`])],
    })),
  );

/** Missing codes of a file and of a person: numbers, words, signs that XML or the writing of codes knows, and ranges. */
const missing = fc.uniqueArray(
  fc
    .tuple(
      fc.oneof(
        fc
          .constantFrom(
            97,
            -1,
            99.5,
            "Refused",
            "--",
            "?>",
            "a, b",
            '"so"',
            "&amp;",
            "n/a (not asked)",
            "1..2",
            "Größe",
          )
          .map((cell) => ({ cell })),
        fc.constantFrom({ low: 200, high: null }, { low: null, high: -5 }, { low: 101, high: 103.5 }),
      ),
      fc.constantFrom("no_answer" as const, "not_asked" as const),
    )
    .map(([code, kind]): MissingCode => ({ ...code, kind, marked: true })),
  { maxLength: 4, selector: missingKey },
);

const question = fc
  .record({
    missing,
    kind: fc.constantFrom("single", "scale", "multiple", "numeric", "open"),
    text: words,
    options,
    grid: words,
  })
  .chain((made) => fc.boolean().map((isInGrid) => ({ ...made, isInGrid })));

const questions = fc.array(question, { minLength: 1, maxLength: 5 }).map((all) =>
  all.map(
    ({ kind, text, options: own, missing: codes, grid, isInGrid }, at): Question => ({
      ...{ id: `q${at + 1}`, text, kind, column: `q${at + 1}`, blank: "not_asked", derivation: null, missing: codes },
      ...{ options: kind === "numeric" || kind === "open" ? [] : own, version: 1 },
      grid: isInGrid ? { id: grid, text: grid } : null,
    }),
  ),
);

const setup = (all: readonly Question[]) =>
  all.map(({ id, text, options: own, missing: codes }) => ({
    ...{ id, text },
    missing: codes.map((code) => [missingKey(code), code.kind]).toSorted(),
    options: own.map(({ code, label, value: given, order }) => ({
      code,
      label,
      value: given,
      order,
    })),
  }));

/** The same questions before anybody set them up: options that a file's number tells have no label yet. */
const bare = (all: readonly Question[]): Question[] =>
  all.map((each) => ({
    ...each,
    text: "",
    missing: [],
    options: each.options.toReversed().map((option, order) => ({
      ...{ ...option, order, value: null },
      label: option.cells.some((cell) => typeof cell === "number") ? `Option ${option.code}` : option.label,
    })),
  }));

/** What the described changes make of questions. */
function changed(all: readonly Question[], xml: string): Question[] {
  const { changes } = describedChanges(all, readTripleS(xml), ["text", "labels", "values", "order", "missing"]);
  return changes.reduce<Question[]>(
    (left, change) => {
      if (change.change !== "text" && change.change !== "options" && change.change !== "missing")
        throw new Error(`${change.change} is unexpected.`);
      const id = change.change === "missing" ? change.ids[0] : change.id;
      return left.map((each) => {
        if (each.id !== id) return each;
        const edit = { ...change, id, project_id: "", version: each.version };
        const { edited, problems } = editedQuestion(each, edit, left);
        expect(problems).toEqual([]);
        return edited;
      });
    },
    [...all],
  );
}

test("the set-up that is written is the one that is read again, for any questions", () => {
  fc.assert(
    fc.property(questions, (all) => {
      expect(setup(changed(bare(all), writeTripleS(all, "Any")))).toEqual(setup(all));
    }),
    { numRuns: 100, seed: 20_310_501 },
  );
});

test("a file's own code is written once, and a question without a text is called by its id", () => {
  const option = (code: number, cells: AnswerOption["cells"]): AnswerOption => ({
    ...{ code, label: `Option ${code}`, order: code - 1, value: null, cells },
  });
  const asked: Question = {
    ...{ id: "q1", text: "", kind: "single", column: "q1", missing: [], blank: "not_asked", grid: null },
    ...{ derivation: null, version: 1, options: [option(1, [2]), option(2, ["b"]), option(3, ["c", 5])] },
  };
  const [read] = readTripleS(writeTripleS([asked], "Codes"));
  expect(read?.options.map(({ cells }) => cells)).toEqual([["2"], ["6"], ["5"]]);
  expect(setup(changed([asked], writeTripleS([asked], "Codes")))).toEqual(setup([asked]));
});

const numberWith = (missing: MissingCode[]): Question => ({
  ...{ id: "age", text: "Age", kind: "numeric", column: "q1", options: [], missing, blank: "not_asked", grid: null },
  ...{ derivation: null, version: 1 },
});

test("missing codes of a number are its special values, which other programs read and write", () => {
  const codes: MissingCode[] = [
    { cell: 98, kind: "no_answer", label: "Don't know" },
    { cell: "Refused", kind: "no_answer" },
    { low: 200, high: null, kind: "not_asked" },
  ];
  const xml = writeTripleS([numberWith(codes)], "Numbers");
  expect(xml).toContain('<values>\n<value code="98">Don\'t know</value>\n</values>');
  expect(xml).toContain("<?fieldwork-missing 98, Refused, 200.. (not asked)?>");
  expect(tripleSNotices([numberWith(codes)])).toEqual([]);
  const foreign = xml.replace(/<\?fieldwork-missing.*\?>/, "").replace("<values>", '<values><range from="0" to="97"/>');
  expect(readTripleS(foreign)).toEqual([
    { id: "age", text: "Age", options: [], missing: [{ cell: "98", kind: "no_answer", label: "Don't know" }] },
  ]);
  expect(() => readTripleS(xml.replace("200..", "200..100"))).toThrow(
    "The missing codes of “age” in the file cannot be read. “200..100” ends before it begins: write the smaller number first.",
  );
});

test("codes that no answer of a date can be are passed over, so that the rest of the set-up comes along", () => {
  const visit = { ...numberWith([]), kind: "date" as const };
  const missing: MissingCode[] = ["99.99.9999", "1900-01-01"].map((cell) => ({ cell, kind: "no_answer" }));
  const { changes } = describedChanges([visit], readTripleS(writeTripleS([{ ...visit, missing }], "Dates")), [
    "missing",
  ]);
  expect(changes).toEqual([{ change: "missing", ids: ["age"], missing: [{ cell: "1900-01-01", kind: "no_answer" }] }]);
});

test("derived questions are written as what they give, and what is not in the file is said", () => {
  const age = numberWith([]);
  const made = (id: string, expression: string, values: (number | null)[] = []) => {
    const derivation = {
      form: "formula" as const,
      expression,
      gives: "category" as const,
      questionIds: [],
      results: [],
    };
    const question = derivedQuestion({ id, text: `Text of ${id}`, options: [], derivation }, [age]);
    const options = question.options.map((option, at) => ({ ...option, value: values[at] ?? option.value }));
    return { ...question, options };
  };
  const all = [
    age,
    made("stage", 'if(age < 30, "Young", "Older")', [1, 2]),
    made("half", "age / 2"),
    made("old", "age > 60"),
  ];
  const xml = writeTripleS(all, "Derived");
  expect(xml).not.toMatch(/if\(|age \//);
  const types = [...xml.matchAll(/type="(\w+)"/g)].map(([, type]) => type);
  expect(types).toEqual(["quantity", "single", "quantity", "single"]);
  expect(tripleSNotices(all)).toEqual([
    "3 questions that are made of others are written as what they give, without their formulas.",
  ]);
  const before = all.map((each) => ({
    ...each,
    text: "",
    options: each.options.map((one) => ({ ...one, value: null })),
  }));
  expect(setup(changed(before, xml))).toEqual(setup(all));
});
