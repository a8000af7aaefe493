import { expect, test } from "vitest";
import { derivedQuestion } from "@/lib/answers/questions/edit-question";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { pivotTable } from "@/lib/service/pivot/pivot-table";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { readTableFile, readTableText } from "@/lib/tables/read-table";
import { spanTableBlob } from "@/lib/tables/span-table";
import { tableBlob } from "@/lib/tables/table-blob";
import { question, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { loadPivotState } from "./address";
import { askOf } from "./ask";
import { fileTableOf, longColumns, longRows } from "./pivot-file";
import { gridOf, madeOf, namesOf } from "./shown-table";

withEngine();

const scale = (place: number, id: string) =>
  question(place, id, "scale", { options: [1, 2, 3, 4, 5].map((code) => [code, `${code} of 5`, code]) });
const asked: Question[] = [question(1, "age", "numeric"), scale(2, "price"), scale(3, "staff")];
const formulas = Object.entries({
  stage: 'if(age < 30, "Young", "Older")',
  overall: "mean(price, staff)",
  happy: "overall >= 4",
});
const questions = [...asked];
for (const [id, expression] of formulas) {
  const derivation = { form: "formula" as const, expression, gives: "category" as const, questionIds: [], results: [] };
  questions.push(derivedQuestion({ id, text: "", options: [], derivation }, questions));
}

/** Age, price, staff and weight. Both formulas of the table have a result for the first six alone. */
const responses = [
  [20, 5, 4, 1],
  [25, 4, null, 2],
  [29, 2, 1, 1],
  [30, 1, 2, 0.5],
  [45, 3, 5, 1.5],
  [60, 5, 5, 2],
  [null, 4, 3, 1],
  [22, null, null, 1],
].map(([age = null, price = null, staff = null, weight = null]) => ({
  ...{ time: null, weight, answers: { age, price, staff } },
}));

const format = formatFor(usualSettings);

async function tableOfFormulas() {
  const table = `formulas_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(table, questions, responses);
  const address = { project: "p", rows: "stage", columns: "happy", values: "count,column,mean:overall" };
  const state = loadPivotState({ ...address, weight: testWeight.id });
  const request = askOf(state, "UTC");
  if (!request) throw new Error("Nothing is asked.");
  const { rows, columns, measures, filter, baseRule } = request;
  const measured = ["overall"];
  const divided = {
    ...{ table, questions, rows, columns, filter: [], baseRule, weight: testWeight, timeZone: "UTC", measured },
    ...{ excluded: nobodyExcluded, includeExcluded: false },
  };
  expect(filter).toEqual([]);
  const read = pivotTable({ questions, rows, columns, measures, measured }, await readPivot(divided, {}));
  const shown = { tables: [{ ...read, excluded: 0 }], asked: request, state, timeZone: "UTC", madeAt: 0 };
  const known = { fields: [], questions, weights: [testWeight] };
  const made = madeOf(shown, { names: namesOf(shown, known), ...known });
  return { made, state, grid: gridOf(shown, made) };
}

/* By hand. Weights of Young: yes 1 + 2, no 1; of Older: yes 1.5 + 2, no 0.5. */
const byHand = [
  ["Young", 2, 3 / 6.5, (4.5 + 2 * 4) / 3, 1, 1 / 1.5, 1.5, 3, 4 / 8, (4.5 + 2 * 4 + 1.5) / 4],
  ["Older", 2, 3.5 / 6.5, (1.5 * 4 + 2 * 5) / 3.5, 1, 0.5 / 1.5, 1.5, 3, 4 / 8, (1.5 * 4 + 2 * 5 + 0.5 * 1.5) / 4],
  ["Total", 4, 1, 28.5 / 6.5, 2, 1, 1.5, 6, 1, 30.75 / 8],
] as const;

test("questions that are made by formulas stand in XLSX with their options and their exact figures", async () => {
  const { grid } = await tableOfFormulas();
  const table = fileTableOf(grid, { project: "P", title: "T", subtitle: "", foot: [] });
  const blob = await spanTableBlob(table, { form: "xlsx", format, sheet: "Table" });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const { rows } = await readTableFile("t.xlsx", bytes, readTableText, { readNumber: Number });
  expect(rows[2]?.filter((cell) => cell !== "")).toEqual(["stage", "happy"]);
  expect(rows[3]?.filter((cell) => cell !== "")).toEqual(["Yes", "No", "Total"]);
  const figures = rows.filter(([label]) => byHand.some(([name]) => name === label));
  expect(figures).toEqual(
    byHand.map(([label, ...values]) => [label, ...values.map((value) => expect.closeTo(value, 12))]),
  );
});

test("the same in CSV as shown, and in full with a row for each figure", async () => {
  const { grid, made, state } = await tableOfFormulas();
  const table = fileTableOf(grid, { project: "P", title: "T", subtitle: "", foot: [] });
  const csv = await (await spanTableBlob(table, { form: "csv", format, sheet: "Table" })).text();
  const lines = csv.split("\r\n");
  expect(lines).toContain("Young,2,46.2%,4.17,1,66.7%,1.50,3,50.0%,3.50");
  expect(lines).toContain("Older,2,53.8%,4.57,1,33.3%,1.50,3,50.0%,4.19");
  expect(lines).toContain("Total,4,100.0%,4.38,2,100.0%,1.50,6,100.0%,3.84");
  const long = await tableBlob(longColumns(made, { project: "P", data: "D" }), longRows(made, state.values), {
    ...{ form: "csv-full", format, sheet: "Table" },
  });
  const { rows } = readTableText(await long.text());
  const mean = rows.find(([row, column, value]) => row === "Older" && column === "Yes" && value?.startsWith("Mean"));
  const [figure, base, weighted, effective] = (mean ?? []).slice(3).map(Number);
  expect([figure, base, weighted]).toEqual([expect.closeTo(16 / 3.5, 12), 2, 3.5]);
  expect(effective).toBeCloseTo(3.5 ** 2 / (1.5 ** 2 + 2 ** 2), 12);
});
