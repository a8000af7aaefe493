import fc from "fast-check";
import { expect, test } from "vitest";
import { describedChanges } from "@/lib/answers/questions/describe-questions";
import { editedQuestion } from "@/lib/answers/questions/edit-question";
import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import { readTripleS, writeTripleS } from "./triple-s";

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

const question = fc
  .record({
    kind: fc.constantFrom("single", "scale", "multiple", "numeric", "open"),
    text: words,
    options,
    grid: words,
  })
  .chain((made) => fc.boolean().map((isInGrid) => ({ ...made, isInGrid })));

const questions = fc.array(question, { minLength: 1, maxLength: 5 }).map((all) =>
  all.map(
    ({ kind, text, options: own, grid, isInGrid }, at): Question => ({
      ...{ id: `q${at + 1}`, text, kind, column: `q${at + 1}`, missing: [], blank: "not_asked", derivation: null },
      ...{ options: kind === "numeric" || kind === "open" ? [] : own, version: 1 },
      grid: isInGrid ? { id: grid, text: grid } : null,
    }),
  ),
);

const setup = (all: readonly Question[]) =>
  all.map(({ id, text, options: own }) => ({
    ...{ id, text },
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
    options: each.options.toReversed().map((option, order) => ({
      ...{ ...option, order, value: null },
      label: option.cells.some((cell) => typeof cell === "number") ? `Option ${option.code}` : option.label,
    })),
  }));

/** What the described changes make of questions. */
function changed(all: readonly Question[], xml: string): Question[] {
  const { changes } = describedChanges(all, readTripleS(xml), ["text", "labels", "values", "order"]);
  return changes.reduce<Question[]>(
    (left, change) => {
      if (change.change !== "text" && change.change !== "options") throw new Error(`${change.change} is unexpected.`);
      return left.map((each) => {
        if (each.id !== change.id) return each;
        const { edited, problems } = editedQuestion(each, { ...change, project_id: "", version: each.version }, left);
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
