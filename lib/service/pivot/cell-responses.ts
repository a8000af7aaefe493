import "server-only";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CellResponses, fetchResponses } from "@/lib/contracts/interfaces/pivot";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import { type CellResponse, readCellResponses } from "@/lib/stores/clickhouse/cell-responses";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { limitsOf, tableOf, weightOf } from "../answers-of";
import type { Answer, Call } from "../service";
import { keyNames } from "./key-labels";

/** `POST /v1/pivotTable/fetchResponses`. */
export async function cellResponses({ body, ...call }: Call<typeof fetchResponses>): Promise<Answer> {
  const { questions, table, weights, exclusions } = await tableOf(call, body.projectId);
  const limits = limitsOf(call);
  const excluded = await readExcludedRows(table, exclusions, limits);
  const { total, responses } = await readCellResponses(
    {
      ...{
        table,
        excluded,
        questions,
        rows: body.rows,
        columns: body.columns,
        filter: body.filter,
        baseRule: body.baseRule,
      },
      ...{ timeZone: body.timeZone ?? "UTC", includeExcluded: body.includeExcluded ?? false },
      ...{ rowKeys: body.rowCodes, columnKeys: body.columnCodes, measured: body.measured ?? null },
      ...{ weight: weightOf(weights, body.weight), shown: body.questions, page: body.page, pageSize: body.page_size },
    },
    limits,
  );
  return { body: { total, responses: responses.map(inWords(questions, body.questions)) } satisfies CellResponses };
}

/** A response with the labels of its options in place of their codes. */
export function inWords(questions: readonly Question[], shown: readonly string[]) {
  const byId = new Map(questions.map((each) => [each.id, each]));
  const read = shown.map((id) => ({ question: byId.get(id), ...keyNames(byId, id) }));
  return ({ time, answers, ...response }: CellResponse): CellResponses["responses"][number] => ({
    ...response,
    time: isoOf(time),
    answers: answers.map((answer, at): CellResponses["responses"][number]["answers"][number] => {
      if (answer === null) return null;
      const { question, label = String, place = Number } = read[at] ?? {};
      if (Array.isArray(answer)) {
        const inOrder = answer.toSorted((one, other) => place(one) - place(other));
        return inOrder.map(label);
      }
      if (question?.kind === "date") return isoOf(Number(answer));
      if (question && !isNumber(question) && (question.derivation || question.options.length > 0)) {
        return label(Number(answer));
      }
      return answer;
    }),
  });
}

const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
