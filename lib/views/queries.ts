import { queryOptions } from "@tanstack/react-query";
import * as recordingsCalls from "@/lib/contracts/calls/recordings";
import * as viewsCalls from "@/lib/contracts/calls/views";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Recordings from "@/lib/contracts/ours/recordings";
import type * as Views from "@/lib/contracts/ours/views";
import { EVERYTHING, type ViewList } from "@/lib/contracts/terms/views";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { builtInView } from "./built-in";

const recordings = contract<typeof Recordings>(recordingsCalls, () => import("@/lib/contracts/ours/recordings"));
const views = contract<typeof Views>(viewsCalls);

/** All saved views of a list, for whoever chooses among them, and the one that its plain address opens. */
export const viewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: ["views", list],
    queryFn: async ({ signal }) => (await api(views.listViews, { query: { list }, signal })).data,
    staleTime: 30_000,
  });

/** The view that an address opens, without the others; `view`: as the address names it. */
export const openedViewQuery = (list: ViewList, view: string | null) => {
  // What comes with the product need not be read, only what a plain address opens.
  const opened = view === null || builtInView(list, view) ? EVERYTHING : view;
  return queryOptions({
    queryKey: [...viewsQuery(list).queryKey, "opened", opened] as const,
    queryFn: async ({ signal }) => (await api(views.listViews, { query: { list, opened }, signal })).data,
    staleTime: 30_000,
  });
};

export const createView = async (body: BodyOf<typeof Views.createView>) => (await api(views.createView, { body })).data;

export const updateView = async (body: BodyOf<typeof Views.updateView>) => (await api(views.updateView, { body })).data;

export const deleteView = async (id: string) => (await api(views.deleteView, { body: { id } })).data;

export const setDefaultView = async (list: ViewList, view: string) =>
  (await api(views.setDefaultView, { body: { list, view } })).data;

/** The figures that are recorded with a view of pivots. */
export const recordingQuery = (id: string) =>
  queryOptions({
    queryKey: ["views", "recording", id],
    queryFn: async ({ signal }) => (await api(recordings.findRecording, { query: { id }, signal })).data,
    staleTime: 30_000,
  });

export const recordTable = async (body: BodyOf<typeof Recordings.recordTable>) =>
  (await api(recordings.recordTable, { body })).data;

export const freezeTable = async (body: BodyOf<typeof Recordings.freezeTable>) =>
  (await api(recordings.freezeTable, { body })).data;
