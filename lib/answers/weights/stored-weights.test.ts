import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { Question, Weight, WeightRecipe } from "@/lib/contracts/interfaces/answers";
import { readRows } from "@/lib/stores/clickhouse/client";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readCells, readWeightFigures, writeWeight } from "@/lib/stores/clickhouse/weigh";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { askedOf, changedSince, MOST_CELLS, rakeCells } from "./rake-cells";

/** Weights as they are stored, on the real engine, against loops over the responses and against R. */
const FILE = fileURLToPath(new URL("../../../../shared/data/nonvoters.csv", import.meta.url));
const isThere = existsSync(FILE);
if (!isThere) process.stdout.write(`Skipped, without the real poll: there is no ${FILE}\n`);

withEngine();

const made: Weight = { id: "raked", name: "raked", column: "w2" };

/** Rakes what is in a table and stores it; the stored rows by their id, in the order that they were given. */
async function stored(table: string, questions: readonly Question[], recipe: WeightRecipe) {
  const asked = askedOf(recipe, questions);
  const cells = await readCells({ table, questions, excluded: nobodyExcluded }, asked, { most: MOST_CELLS }, {});
  const raked = await rakeCells(recipe, questions, cells);
  if ("problems" in raked) throw new Error(raked.problems.join(" "));
  const to = { table: `${table}_made`, weights: [testWeight, made] };
  await writeWeight(
    { from: { table, questions, excluded: nobodyExcluded }, to, weight: made, asked, cells: raked.weights },
    {},
  );
  const rows = await readRows<Record<string, unknown> & { w2: number | null }>(
    `SELECT * FROM ${to.table} ORDER BY _row`,
  );
  return { rows, report: raked.report, table: to.table };
}

const options = (labels: string[]) => labels.map((label, at): [number, string, null] => [at + 1, label, null]);
const sex = question(1, "sex", "single", { options: options(["Male", "Female", "Other"]) });
const age = question(2, "age", "numeric");
const wave = question(3, "wave", "scale", { options: options(["Spring", "Autumn"]) });
const likes = question(4, "likes", "multiple", { options: options(["Tea", "Coffee"]) });
const ages: Question = {
  ...question(5, "ages", "single", { options: options(["Young", "Old"]) }),
  column: null,
  derivation: {
    ...{ form: "bands", questionId: "age" },
    bands: [
      { code: 1, low: null, high: 40 },
      { code: 2, low: 40, high: null },
    ],
  },
};
const questions = [sex, age, wave, likes, ages];

/** Every combination of answers, unevenly often; some have no answer, are left out or excluded for quality. */
const responses = Array.from({ length: 600 }, (_, at): TestResponse => {
  const sexOf = at % 29 === 0 ? 3 : (at * 7) % 10 < 7 ? 1 : 2;
  const answers = {
    sex: at % 37 === 0 ? null : sexOf,
    age: 20 + ((at * 13) % 41),
    wave: at % 3 === 0 ? 2 : 1,
    likes: [1],
  };
  return { time: at, answers, excluded: at % 41 === 0, weight: at / 7 };
});

const targets = (shares: number[]) => shares.map((target, at) => ({ code: at + 1, target }));
const RECIPE: WeightRecipe = {
  ...{ caps: null, wave: null },
  margins: [
    { questionId: "sex", unit: "percent", targets: targets([48.5, 51.5]), leftOut: [3] },
    { questionId: "ages", unit: "count", targets: targets([300, 100]), leftOut: [] },
  ],
};

/** Whether a response takes part, by a loop. */
const takesPart = ({ answers, excluded }: TestResponse) => !excluded && (answers.sex === 1 || answers.sex === 2);
const isYoung = ({ answers }: TestResponse) => Number(answers.age) < 40;

/** Weights of the responses of one wave, or of all, met by loops: their sum, and shares of men and of the young. */
function sumsOf(rows: { w2: number | null }[], inWave: (response: TestResponse) => boolean) {
  const sums = { n: 0, all: 0, men: 0, young: 0, low: Number.POSITIVE_INFINITY, high: 0 };
  for (const [at, response] of responses.entries()) {
    const w = rows[at]?.w2 ?? null;
    if (!takesPart(response)) expect(w).toBeNull();
    if (!takesPart(response) || !inWave(response)) continue;
    if (w === null) throw new Error(`Response ${at} has no weight.`);
    sums.n += 1;
    sums.all += w;
    if (response.answers.sex === 1) sums.men += w;
    if (isYoung(response)) sums.young += w;
    sums.low = Math.min(sums.low, w);
    sums.high = Math.max(sums.high, w);
  }
  return sums;
}

describe("a stored weight", () => {
  test("sums to n and meets every margin, beside answers that stay as they were", async () => {
    await writeAnswers("answers_plain", questions, responses);
    const { rows, report, table } = await stored("answers_plain", questions, RECIPE);
    const sums = sumsOf(rows, () => true);
    expect(report).toMatchObject({ n: sums.n, reached: true });
    expect(Math.abs(sums.all - sums.n)).toBeLessThan(1e-9 * sums.n);
    expect(Math.abs(sums.men / sums.n - 0.485)).toBeLessThan(1e-9);
    expect(Math.abs(sums.young / sums.n - 0.75)).toBeLessThan(1e-9);
    expect([report.capped.low, report.capped.high]).toEqual([sums.low, sums.high]);
    const lost = await readRows(
      `SELECT count() AS n FROM (SELECT * FROM answers_plain EXCEPT SELECT * EXCEPT w2 FROM ${table})`,
    );
    expect(lost).toEqual([{ n: 0 }]);
    expect(rows).toHaveLength(responses.length);
    const [file, own] = await readWeightFigures({ table, excluded: nobodyExcluded }, [testWeight, made], {});
    const counted = responses.filter(({ excluded }) => !excluded).length;
    expect(file).toMatchObject({ n: counted, without: 0 });
    expect(own).toMatchObject({ n: sums.n, without: counted - sums.n, low: sums.low, high: sums.high });
    expect((own?.squares ?? 0) / sums.n).toBeCloseTo(report.design_effect, 9);

    // What is stored is what the recipe gives, until answers are others.
    const cellsOf = () =>
      readCells(
        { table, questions, excluded: nobodyExcluded },
        askedOf(RECIPE, questions),
        { most: MOST_CELLS, weight: made },
        {},
      );
    expect(await changedSince(RECIPE, questions, await cellsOf())).toBeNull();
    const marked = { ...age, missing: [{ cell: 33, kind: "no_answer" as const, marked: true as const }] };
    const edited = questions.map((each) => (each.id === "age" ? marked : each));
    const after = await readCells(
      { table, questions: edited, excluded: nobodyExcluded },
      askedOf(RECIPE, edited),
      { most: MOST_CELLS, weight: made },
      {},
    );
    expect(await changedSince(RECIPE, edited, after)).toContain("calculate it again");
  });

  test("weights each wave apart, to its own n, within the caps", async () => {
    await writeAnswers("answers_waves", questions, responses);
    const caps = { low: 0.7, high: 1.6 };
    const { rows, report } = await stored("answers_waves", questions, { ...RECIPE, wave: "wave", caps });
    expect(report.groups.map(({ wave: of }) => of?.label)).toEqual(["Spring", "Autumn"]);
    for (const [at, group] of report.groups.entries()) {
      const sums = sumsOf(rows, ({ answers }) => answers.wave === at + 1);
      expect(group.n).toBe(sums.n);
      expect(Math.abs(sums.all - sums.n)).toBeLessThan(1e-9 * sums.n);
      expect(sums.low).toBeGreaterThanOrEqual(caps.low);
      expect(sums.high).toBeLessThanOrEqual(caps.high);
      expect(group.uncapped.high).toBeGreaterThan(caps.high);
      const [men] = group.margins[0]?.options ?? [];
      expect(men?.weighted).toBeCloseTo(sums.men / sums.n, 9);
    }
    const free = await readBoth();
    expect(free.every((off) => off < 1e-9)).toBe(true);
  });

  /** Without caps, how far each wave's shares are from their targets. */
  async function readBoth(): Promise<number[]> {
    await writeAnswers("answers_free", questions, responses);
    const { rows } = await stored("answers_free", questions, { ...RECIPE, wave: "wave" });
    return [1, 2].flatMap((code) => {
      const { n, men, young } = sumsOf(rows, ({ answers }) => answers.wave === code);
      return [Math.abs(men / n - 0.485), Math.abs(young / n - 0.75)];
    });
  }
});

describe.skipIf(!isThere)("a real poll", () => {
  test("has stored the weights that survey::rake gives", async () => {
    const { data } = Papa.parse<Record<string, string>>(readFileSync(FILE, "utf8"), {
      ...{ header: true, skipEmptyLines: true },
    });
    const labelsOf = (name: string) => [...new Set(data.map((row) => row[name] ?? ""))].sort();
    const asked = ["gender", "educ"].map((name, at) =>
      question(at + 1, name, "single", { options: options(labelsOf(name)) }),
    );
    const codeOf = (name: string, row: Record<string, string>) => labelsOf(name).indexOf(row[name] ?? "") + 1;
    const codes = new Map<string, number>();
    const known = (name: string, row: Record<string, string>) => {
      const key = `${name} ${row[name]}`;
      const code = codes.get(key) ?? codeOf(name, row);
      codes.set(key, code);
      return code;
    };
    const given = data.map(
      (row): TestResponse => ({
        ...{ time: null, answers: { gender: known("gender", row), educ: known("educ", row) } },
      }),
    );
    await writeAnswers("answers_poll", asked, given);
    const { rows } = await stored("answers_poll", asked, {
      ...{ caps: null, wave: null },
      margins: [
        { questionId: "gender", unit: "percent", targets: targets([52, 48]), leftOut: [] },
        { questionId: "educ", unit: "percent", targets: targets([30, 45, 25]), leftOut: [] },
      ],
    });
    const golden = new URL("../../service/pivot/golden/rake.txt", import.meta.url);
    const lines = readFileSync(golden, "utf8").trim().split("\n");
    const ofR = new Map(lines.map((line) => line.split("\t")).map(([one, two, w]) => [`${one} ${two}`, Number(w)]));
    expect(ofR.size).toBe(6);
    expect(rows).toHaveLength(5836);
    for (const [at, row] of data.entries()) {
      const wanted = ofR.get(`${row.gender} ${row.educ}`) ?? Number.NaN;
      expect(Math.abs((rows[at]?.w2 ?? 0) - wanted)).toBeLessThan(1e-8);
    }
  });
});
