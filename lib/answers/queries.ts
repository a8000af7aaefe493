import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as importsCalls from "@/lib/contracts/calls/imports";
import * as questionChangesCalls from "@/lib/contracts/calls/question-changes";
import * as questionsCalls from "@/lib/contracts/calls/questions";
import * as weightsCalls from "@/lib/contracts/calls/weights";
import type { FileLayout, ImportPlan, WeightRecipe } from "@/lib/contracts/interfaces/answers";
import type * as Imports from "@/lib/contracts/ours/imports";
import type * as Changes from "@/lib/contracts/ours/question-changes";
import type * as Questions from "@/lib/contracts/ours/questions";
import type * as Weights from "@/lib/contracts/ours/weights";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { AppError } from "@/lib/http/problem";
import { upload } from "@/lib/http/upload";

const imports = contract<typeof Imports>(importsCalls, () => import("@/lib/contracts/ours/imports"));
const questionChanges = contract<typeof Changes>(questionChangesCalls);
const questions = contract<typeof Questions>(questionsCalls);
const weights = contract<typeof Weights>(weightsCalls, () => import("@/lib/contracts/ours/weights"));

export const importsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["imports", projectId],
    queryFn: async ({ signal }) =>
      (await api(imports.listImports, { query: { project_id: projectId }, signal })).data.revisions,
    staleTime: 0,
  });

/** Where a file would be imported: what it means there depends on the answers that the project has. */
export type Into = {
  project: string;
  /** The one that is visible; null: none yet, undefined: not known yet. */
  revision: number | null | undefined;
};

/** A file as a plan reads its first rows; null: the plan is guessed. */
export const lookedQuery = (into: Into, file: string, { plan, mode }: { plan: ImportPlan | null; mode: ImportMode }) =>
  queryOptions({
    queryKey: ["import file", into, file, plan, mode],
    enabled: into.revision !== undefined,
    queryFn: async ({ signal }) =>
      (await api(imports.guessImport, { body: { file, mode, ...(plan && { plan }) }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A plan of thousands of columns is not kept for every correction of it.
    gcTime: 0,
    retry: false,
  });

/** The plan that is guessed for a file whose table stands where a person says. */
export const guessByLayout = async (file: string, layout: FileLayout, mode: ImportMode) =>
  (await api(imports.guessImport, { body: { file, layout, mode } })).data.plan;

/** Whether the file is refused as it is, not how a person wants it read, nor the moment. */
export const isUnreadable = (error: unknown, corrected: ImportPlan | null): boolean =>
  corrected === null && error instanceof AppError && error.code === "invalid";

type Sending = { projectId: string; file: File; onProgress: (share: number) => void; signal: AbortSignal };

export const sendFile = ({ projectId, file, onProgress, signal }: Sending) =>
  upload(imports.sendFile, { query: { project_id: projectId, name: file.name }, bytes: file, onProgress, signal });

export type Planned = { file: string; plan: ImportPlan; mode: ImportMode };

export const checkFile = async (body: Planned, signal: AbortSignal) =>
  (await api(imports.checkImport, { body, signal })).data;

export const startCheck = async (body: Planned & { request_id: string }) =>
  (await api(imports.startCheck, { body })).data;

export const getCheck = async (id: string, signal: AbortSignal) =>
  (await api(imports.getCheck, { query: { id }, signal })).data;

/** Where the browser fetches all rows that a dry run refused or reported. */
export const listAddress = (id: string) => `/api/imports/check/list?id=${id}`;

export const startImport = async (body: Planned & { request_id: string }) =>
  (await api(imports.startImport, { body })).data;

export const undoImport = async (project_id: string, revision: number) =>
  (await api(imports.undoImport, { body: { project_id, revision } })).data;

/** Refreshed with the imports of the project. */
export const sessionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["imports", projectId, "sessions"],
    queryFn: async ({ signal }) =>
      (await api(imports.getProjectSessions, { query: { project_id: projectId }, signal })).data,
    staleTime: 0,
  });

export const importSessions = async (project_id: string) =>
  (await api(imports.importSessions, { body: { project_id } })).data;

export const keepSessions = async (project_id: string, keeps: boolean) =>
  (await api(imports.keepSessions, { body: { project_id, keeps } })).data;

/** The questions and weights of the answers that stand here; none where another service has them. */
export const questionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["questions", projectId],
    queryFn: async ({ signal }) =>
      (await api(questions.listQuestions, { query: { project_id: projectId }, signal })).data,
    staleTime: 60_000,
  });

/** How often each option of each question was chosen. */
export const countsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["questions", projectId, "counts"],
    queryFn: async ({ signal }) =>
      (await api(questions.countAnswers, { query: { project_id: projectId }, signal })).data,
    staleTime: 60_000,
  });

export type PreviewAsk = Omit<Questions.PreviewInput, "project_id">;

/** One question as it is, or as it would be. */
export const previewQuery = (projectId: string, asked: PreviewAsk) =>
  queryOptions({
    queryKey: ["questions", projectId, "preview", asked],
    queryFn: async ({ signal }) =>
      (await api(questions.previewQuestion, { body: { project_id: projectId, ...asked }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });

/** The weights of a project with what they are over its answers now. */
export const weightsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["weights", projectId],
    queryFn: async ({ signal }) => (await api(weights.listWeights, { query: { project_id: projectId }, signal })).data,
    staleTime: 0,
  });

export const tryWeight = async (project_id: string, recipe: WeightRecipe) =>
  (await api(weights.tryWeight, { body: { project_id, recipe } })).data;

export const saveWeight = async (body: Weights.SavedWeight) => (await api(weights.saveWeight, { body })).data;

export const removeWeight = async (project_id: string, id: string) =>
  (await api(weights.removeWeight, { body: { project_id, id } })).data;

/** Whatever was made of a project's answers: its questions, counts, trends. Not a draft: it was made of nothing. */
export const isAbout =
  (projectId: string) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    queryKey[0] !== "drafts" && JSON.stringify(queryKey).includes(projectId);

export const updateQuestion = async (body: Questions.QuestionChange) =>
  (await api(questions.updateQuestion, { body })).data;

export const addQuestion = async (body: Questions.NewDerived) => (await api(questions.addQuestion, { body })).data;

export const removeQuestion = async (project_id: string, id: string) =>
  (await api(questions.removeQuestion, { body: { project_id, id } })).data;

export const moveQuestion = async (body: Questions.QuestionMove) => (await api(questions.moveQuestion, { body })).data;

export const changeKind = async (body: Questions.KindChange) => (await api(questions.changeKind, { body })).data;

/** Changes of many questions; a dry run answers the counts before and after. */
export const changeQuestions = async (body: Changes.QuestionChanges, signal?: AbortSignal) =>
  (await api(questionChanges.changeQuestions, { body, ...(signal && { signal }) })).data;

/** How a file describes questions, as it would be imported. */
export const describedByFile = async (file: string) =>
  (await api(imports.guessImport, { body: { file, mode: "append" } })).data.plan;
