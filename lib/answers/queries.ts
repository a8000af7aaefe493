import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ImportMode, ImportPlan } from "@/lib/contracts/answers";
import * as imports from "@/lib/contracts/imports";
import { api } from "@/lib/http/client";
import { upload } from "@/lib/http/upload";

export const importsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["imports", projectId],
    queryFn: async ({ signal }) =>
      (await api(imports.listImports, { query: { project_id: projectId }, signal })).data.revisions,
    staleTime: 0,
  });

/** A file as a plan reads its first rows; null: the plan is guessed. */
export const lookedQuery = (file: string, plan: ImportPlan | null, mode: ImportMode) =>
  queryOptions({
    queryKey: ["import file", file, plan, mode],
    queryFn: async ({ signal }) =>
      (await api(imports.guessImport, { body: { file, mode, ...(plan && { plan }) }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // A plan of thousands of columns is not kept for every correction of it.
    gcTime: 0,
    retry: false,
  });

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

export const startImport = async (body: Planned & { request_id: string }) =>
  (await api(imports.startImport, { body })).data;

export const undoImport = async (project_id: string, revision: number) =>
  (await api(imports.undoImport, { body: { project_id, revision } })).data.revisions;
