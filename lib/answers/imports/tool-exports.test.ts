import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  type DialectName,
  dialects,
  jsonLinesOf,
  psppSyntaxOf,
  type TestAnswer,
  type TestQuestion,
  type TestSurvey,
  workbookBy,
  writtenBy,
} from "@/lib/test-dialects";
import { importedFile } from "@/lib/test-imported-file";
import { hasPspp, psppSav, withoutPspp } from "@/lib/test-pspp";
import { runs } from "@/lib/test-runs";

const folder = mkdtempSync(join(tmpdir(), "fieldwork-exports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RESPONSES = 90;

const OPTIONS = [
  ...["Soap", "Shampoo", "Crème légère", "Öl & Essig", "Papers, magazines", "Tea (hot)", "iPhone 12", "Radio/DAB"],
  ...["Other (please specify)", "None of these", "Dynamo, Inc.", "Sparkling water", "O'Neill", "緑茶", "Café"],
];
const ROWS = ["Price", "Service at the counter", "Opening hours", "Größe", "Parking, access"];
const GRADES = ["Blue", "Green", "Amber", "Violet", "Brown"];
const TEXTS = [
  "Which of these do you use? Please select all that apply.",
  "Which do you know?",
  "Où achetez-vous ces produits ?",
  "Thinking of last week: which did you buy",
  "Snacks you like",
  "Welche Marken kennen Sie?",
  "How many people live with you?",
  "Which one is best",
];

const chosen = (from: readonly string[], minLength: number, maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...from), { minLength, maxLength });

const questionOf = (text: string): fc.Arbitrary<TestQuestion> =>
  fc.oneof(
    chosen(OPTIONS, 2, 5).map((options): TestQuestion => ({ kind: "single", text, options })),
    chosen(OPTIONS, 3, 7).map((options): TestQuestion => ({ kind: "multiple", text, options })),
    fc
      .tuple(chosen(ROWS, 2, 4), chosen(GRADES, 3, 4))
      .map(([rows, options]): TestQuestion => ({ kind: "grid", text, rows, options })),
    fc.constant<TestQuestion>({ kind: "numeric", text }),
  );

/** Answers without an order: each option is chosen now and then, and of several at least one. */
function answersOf(question: TestQuestion, draw: (most: number) => number): TestAnswer {
  if (question.kind === "numeric") return [draw(400) + 20];
  const { options } = question;
  if (question.kind === "grid") return question.rows.map(() => draw(options.length));
  const first = draw(options.length);
  if (question.kind === "single") return [first];
  return options.flatMap((_, at) => (at === first || draw(4) === 0 ? [at] : []));
}

/** Numbers below `most` that are the same for the same seed. */
function drawing(seed: number) {
  let state = seed >>> 0;
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const survey: fc.Arbitrary<TestSurvey> = fc
  .tuple(
    chosen(TEXTS, 2, 5).chain((texts) => fc.tuple(...texts.map(questionOf))),
    fc.nat(),
  )
  .map(([questions, seed]) => {
    const draw = drawing(seed);
    const answers = Array.from({ length: RESPONSES }, () => questions.map((question) => answersOf(question, draw)));
    return { questions, answers };
  });

type Summary = { kind: string; grid: boolean; texts: string[] | null; counts: number[] };

const counted = (of: readonly (readonly number[])[], options: readonly string[]) =>
  options.map((_, place) => of.filter((places) => places.includes(place)).length);

/** What an import has to give of the survey. */
function expectedOf({ questions, answers }: TestSurvey): Summary[] {
  return questions.flatMap((question, at): Summary[] => {
    const given = answers.map((row) => row[at] ?? []);
    const { text } = question;
    if (question.kind === "numeric") return [{ kind: "numeric", grid: false, texts: [text], counts: [] }];
    const { options } = question;
    if (question.kind !== "grid")
      return [{ kind: question.kind, grid: false, texts: [text, ...options], counts: counted(given, options) }];
    return question.rows.map((row, place) => {
      const own = given.map((places) => [places[place] ?? 0]);
      return { kind: "single", grid: true, texts: [row, ...options], counts: counted(own, options) };
    });
  });
}

/** Options that nobody chose are in no cell; their order is that of their codes or of the file. */
function comparable({ kind, grid, texts, counts }: Summary, hasLabels: boolean) {
  const options = counts.map((count, at) => ({ count, label: texts?.[at + 1] ?? "" })).filter(({ count }) => count > 0);
  const named = options.map(({ count, label }) => (hasLabels ? `${label}: ${count}` : `${count}`)).toSorted();
  return { kind: kind === "scale" ? "single" : kind, grid, text: hasLabels ? texts?.[0] : null, options: named };
}

const cleaned = (text: string) => text.replace(/^Q\d+\. /, "");

/** The questions of a file with this survey are those that were asked, with their counts. */
async function expectSame(file: { name: string; bytes: string | Buffer; hasLabels: boolean }, asked: TestSurvey) {
  const path = join(folder, file.name);
  writeFileSync(path, file.bytes);
  const { kept, refused, questions } = await importedFile(path, file.name);
  expect([kept.length, refused.length]).toEqual([RESPONSES, 0]);
  const read = questions.map(({ kind, grid, text, counts }) => {
    const texts = [cleaned(text), ...Object.keys(counts)];
    return comparable({ kind, grid: grid !== null, texts, counts: Object.values(counts) }, file.hasLabels);
  });
  expect(read).toEqual(expectedOf(asked).map((each) => comparable(each, file.hasLabels)));
}

const SEED = 20_310_501;

describe.each(Object.keys(dialects) as DialectName[])("an export of %s", (name) => {
  test("comes in as the questions that were asked", async () => {
    const above = fc.constantFrom("", "Export of the panel\n\n", "Study:,Tea\nWave:,2\n,\n");
    const { hasLabels } = dialects[name];
    await fc.assert(
      fc.asyncProperty(survey, above, async (asked, title) => {
        await expectSame({ name: `${name}.csv`, bytes: title + writtenBy(name, asked), hasLabels }, asked);
      }),
      { numRuns: runs(30), seed: SEED },
    );
  });
});

type Form = { name: string; hasLabels?: boolean; write: (asked: TestSurvey) => string | Buffer };
const forms: Form[] = [
  { name: "surveyMonkey.xlsx", write: (asked) => workbookBy("surveyMonkey", asked) },
  { name: "qualtrics.xlsx", write: (asked) => workbookBy("qualtrics", asked) },
  { name: "decipher.xlsx", hasLabels: false, write: (asked) => workbookBy("decipher", asked) },
  { name: "answers.jsonl", write: jsonLinesOf },
];

test.each(forms)("$name comes in as the questions that were asked", async ({ name, hasLabels = true, write }) => {
  await fc.assert(
    fc.asyncProperty(survey, (asked) => expectSame({ name, hasLabels, bytes: write(asked) }, asked)),
    { numRuns: runs(12), seed: SEED },
  );
});

test.skipIf(!hasPspp)(`a .sav comes in as the questions that were asked${withoutPspp}`, async () => {
  await fc.assert(
    fc.asyncProperty(survey, async (asked) => {
      const { syntax, data } = psppSyntaxOf(asked);
      await expectSame({ name: "a.sav", hasLabels: true, bytes: psppSav(syntax, "compressed", { data }) }, asked);
    }),
    { numRuns: runs(9), seed: SEED },
  );
});
