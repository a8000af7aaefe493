import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/respondents";
import { answersKey } from "@/lib/gateway/answers-of-respondents";
import type { SignedInContext } from "@/lib/gateway/call";
import type { QualitySurvey } from "@/lib/gateway/quality";
import { requireSurvey } from "@/lib/gateway/surveys-by-id";
import { invalid } from "@/lib/http/read-request";
import { countable, readCounts } from "@/lib/stores/clickhouse/answer-counts";
import type { Limits } from "@/lib/stores/clickhouse/client";
import { type ExcludedRows, nobodyExcluded, piecesOf, readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { type Answers, findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { type Applied, applyThresholds, countQuotas, countThresholds, newlyIncluded } from "./apply-thresholds";
import { addSums, noSums, type QuestionSums, sumsOf, viewSums } from "./question-figures";
import { readSnapshot, type Snapshot } from "./snapshot";
import { stillCounted } from "./still-counted";

type Asked = BodyOf<typeof contract.previewThresholds>;

const LIMITS = { timeMs: 20_000, memoryBytes: 512 * 1024 * 1024 };

/** What thresholds would do, without doing it: to respondents, to quotas, and to the figures of chosen questions. */
export async function previewThresholds(
  context: SignedInContext,
  { survey_id, thresholds, question_ids }: Asked,
  signal: AbortSignal,
): Promise<contract.ThresholdPreview> {
  const snapshot = await readSnapshot(context, survey_id);
  const joined = { ...snapshot, thresholds };
  const applied = applyThresholds(joined, thresholds);
  const [quotas, questions, behind] = await Promise.all([
    snapshot.sessions === null ? [] : quotasOf(context, survey_id),
    questionFigures(snapshot, applied, { ids: [...new Set(question_ids)], signal }),
    stillCounted(snapshot, applied),
  ]);
  return {
    ...countThresholds(joined, applied),
    still_counted: behind.length,
    quotas: countQuotas(snapshot, quotas, applied),
    questions,
    read_at: snapshot.readAt.toISOString(),
  };
}

async function quotasOf(context: SignedInContext, surveyId: string) {
  const { survey } = await requireSurvey(context, surveyId);
  return (survey.respondent_attributes ?? []).flatMap(({ quota_id, quota_name, quota, survey_completes }) =>
    quota_id === null
      ? []
      : [{ id: quota_id, name: quota_name ?? quota_id, target: quota ?? null, completes: survey_completes ?? 0 }],
  );
}

type Chosen = { ids: readonly string[]; signal: AbortSignal };

async function questionFigures(
  { survey, scores }: Snapshot,
  applied: Applied,
  { ids, signal }: Chosen,
): Promise<contract.ThresholdPreview["questions"]> {
  const answers = ids.length === 0 ? null : await answersOf(survey);
  if (!answers) return [];
  const { table, questions, exclusions } = answers;
  const asked = ids.map((id) => questions.find((question) => question.id === id) ?? unknownQuestion(id));
  const limits = { ...LIMITS, signal };
  const idsAt = (places: readonly number[]) => places.map((at) => scores.ids[at] ?? "");
  const { now, after } = await figuresInTurn(credentialOf(survey.context.viewer), signal, async () => {
    const excluded = await readExcludedRows(table, exclusions, limits);
    const read = sumsReader({ table, questions, asked: countable({ table, questions }, asked) }, limits);
    const present = await read(excluded);
    // Counted now, and left out then: also who is excluded already, but not yet in the answers.
    const going = await read(excluded, idsAt([...applied.after]));
    const coming = idsAt(newlyIncluded(applied));
    const [all, already] = [await read(nobodyExcluded, coming), await read(excluded, coming)];
    const changed = new Map(
      [...present].map(([id, sums]): [string, QuestionSums] => {
        const without = addSums(sums, going.get(id) ?? noSums, -1);
        return [id, addSums(addSums(without, all.get(id) ?? noSums), already.get(id) ?? noSums, -1)];
      }),
    );
    return { now: present, after: changed };
  });
  return asked.map((question) => ({
    id: question.id,
    title: question.text || question.id,
    now: viewSums(question, now.get(question.id) ?? noSums),
    after: viewSums(question, after.get(question.id) ?? noSums),
  }));
}

/** The answers of the survey's project; null: there are none here. */
async function answersOf(survey: QualitySurvey): Promise<(Answers & { table: string }) | null> {
  const project = answersKey(survey);
  if (project === null) return null;
  const answers = await findAnswers(db(), project);
  return answers?.table ? { ...answers, table: answers.table } : null;
}

function unknownQuestion(id: string): never {
  throw invalid({ question_ids: `The project's answers have no question “${id}”.` });
}

type Questions = { table: string; questions: readonly Question[]; asked: readonly Question[] };

/** Reads sums of the questions: of all responses that count, or of those among some ids, a statement's worth at a time. */
const sumsReader =
  (of: Questions, limits: Limits) =>
  async (excluded: ExcludedRows, ids?: readonly string[]): Promise<Map<string, QuestionSums>> => {
    const sums = new Map<string, QuestionSums>();
    for (const among of ids ? piecesOf(ids) : [undefined]) {
      const { questions } = await readCounts({ ...of, excluded, ...(among && { among }) }, limits);
      for (const counted of questions) {
        sums.set(counted.id, addSums(sums.get(counted.id) ?? noSums, sumsOf(counted)));
      }
    }
    return sums;
  };
