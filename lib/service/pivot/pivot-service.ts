import "server-only";
import type { Question } from "@/lib/contracts/interfaces/answers";
import {
  fetchData,
  fetchResponses,
  fetchSpecs,
  type Measure,
  type PivotRequest,
} from "@/lib/contracts/interfaces/pivot";
import { aggregationLabels, aggregations, datePartOf } from "@/lib/contracts/terms/pivot";
import { invalid } from "@/lib/http/read-request";
import { untilTogether } from "@/lib/stores/clickhouse/client";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { countWithoutWeight, readPivot } from "@/lib/stores/clickhouse/pivot";
import { hasTimes, readTableState } from "@/lib/stores/clickhouse/table-state";
import type { Answers } from "@/lib/stores/postgres/answer-sets";
import { answersOf, limitsOf, tableOf, weightOf } from "../answers-of";
import { implementFigures } from "../figures";
import { byKey } from "../keys";
import { type Answer, type Call, implement, type Service } from "../service";
import { cellResponses } from "./cell-responses";
import { pivotTable } from "./pivot-table";
import { provenanceOf } from "./provenance";
import { hasSum, specsOf } from "./specs";

/** `POST /v1/pivotTable/fetchSpecs`. */
async function specs(call: Call<typeof fetchSpecs>): Promise<Answer> {
  const answers = await answersOf(call, call.body.projectId);
  if (!answers?.table) return { body: specsOf([], call.body.groups) };
  const times = await hasTimes(answers.table, limitsOf(call));
  return { body: specsOf(answers.questions, call.body.groups, times) };
}

/** `POST /v1/pivotTable/fetchData`. */
async function data(call: Call<typeof fetchData>): Promise<Answer> {
  const { body } = call;
  const answers = await tableOf(call, body.projectId);
  const { questions, table, exclusions } = answers;
  const asked = { questions, ...body, measured: measuredOf(answers, body) };
  checkGroups(body);
  const weight = weightOf(answers.weights, body.weight);
  const limits = untilTogether(limitsOf(call));
  const excludedRows = await readExcludedRows(table, exclusions, limits());
  const divided = {
    ...{
      table,
      excluded: excludedRows,
      questions,
      rows: body.rows,
      columns: body.columns,
      filter: body.filter,
      weight,
    },
    ...{ baseRule: body.baseRule, timeZone: body.timeZone ?? "UTC", includeExcluded: body.includeExcluded ?? false },
  };
  const [groups, state] = await Promise.all([
    readPivot({ ...divided, measured: asked.measured }, limits()),
    readTableState(divided, weight?.column ?? null, limits()),
  ]);
  // Asked only where there is something to count: it reads every answer of the table once more.
  const excluded = state.withoutWeight > 0 ? await countWithoutWeight(divided, limits()) : 0;
  const provenance = provenanceOf({ answers, asked: body, weight, state, excludedRows });
  return { body: { ...pivotTable(asked, groups), excluded, provenance } };
}

/** The questions that measures take numbers of, each once. */
function measuredOf({ questions }: Answers, { measures }: PivotRequest): string[] {
  const byId = new Map(questions.map((each) => [each.id, each]));
  for (const measure of measures) checkSum(byId, measure);
  return [...new Set(measures.flatMap(({ questionId }) => (questionId === undefined ? [] : [questionId])))];
}

function checkSum(questions: ReadonlyMap<string, Question>, { aggregationType, questionId = "" }: Measure): void {
  const question = questions.get(questionId);
  if (aggregationType !== aggregations.sum || !question || hasSum(question)) return;
  throw invalid({
    measures: `“${questionId}” has no ${aggregationLabels[4]}: only numbers that people enter add up. Ask for its Average, or count it.`,
  });
}

/** With groups, a table is made of their questions alone, as `fetchSpecs` offers it. */
function checkGroups({ groups = [], rows, columns, measures }: PivotRequest): void {
  if (groups.length === 0) return;
  const wanted = new Set(groups);
  const named = [...rows, ...columns, ...measures.flatMap(({ questionId }) => questionId ?? [])];
  const other = named.find((id) => !wanted.has(id) && !wanted.has(datePartOf(id)?.questionId ?? id));
  if (other !== undefined)
    throw invalid({ groups: `“${other}” is in none of the groups. Add it to them, or leave it out of the table.` });
}

/** The built-in pivot: what a table can be made of, and the table. */
export const pivotService: Service = {
  authenticate: byKey("pivot"),
  implementations: [
    implement(fetchSpecs, specs),
    implementFigures(fetchData, data),
    implementFigures(fetchResponses, cellResponses),
  ],
};
