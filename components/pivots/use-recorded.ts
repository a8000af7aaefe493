import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Recorded } from "@/lib/contracts/ours/recordings";
import type { View, Views } from "@/lib/contracts/ours/views";
import { asRecorded } from "@/lib/contracts/rules/recorded-tables";
import { requestsOf } from "@/lib/pivots/composed";
import { namesToRecord } from "@/lib/pivots/recorded";
import { namesOf } from "@/lib/pivots/shown-table";
import { freezeTable, recordingQuery, recordTable } from "@/lib/views/queries";
import type { PivotShown } from "./use-pivot";

/** What is recorded with the view that is open. */
export function useRecorded(views: Views | undefined, viewId: string) {
  const view = views?.views.find(({ id }) => id === viewId) ?? null;
  const read = useQuery({ ...recordingQuery(viewId), enabled: view !== null });
  return {
    view,
    recording: (view && read.data?.recording) ?? null,
    problem: (view && read.data?.problem) ?? null,
    error: view ? read.error : null,
    retry: () => void read.refetch(),
    isPending: view !== null && read.isPending,
  };
}

export type RecordedView = ReturnType<typeof useRecorded>;

type Asked = Pick<PivotShown, "state" | "asked" | "specs" | "known" | "fields" | "questions">;

/** Records what is asked for, which may not be shown yet, and freezes it. */
export function useRecordWrites({ state, asked, specs, known, fields, questions }: Asked) {
  const client = useQueryClient();
  const keep = async (id: string, recorded: Recorded) => {
    const { queryKey } = recordingQuery(id);
    // A read that is under way would bring what was there before.
    await client.cancelQueries({ queryKey });
    client.setQueryData<Recorded>(queryKey, recorded);
  };
  const record = useMutation({
    mutationFn: async ({ id, anew }: { id: string; anew: boolean }) => {
      // Before the questions are read, a recording would have ids for names.
      if (!asked || !specs.data || known.isPending) return;
      const names = namesOf({ asked, state }, { fields, questions, weights: known.data?.weights ?? [] });
      const requests = asRecorded(requestsOf(asked, state));
      await keep(id, await recordTable({ id, ...requests, names: namesToRecord(names), anew }));
    },
    onError: ({ message }) => tell(`The view is saved, but its figures are not recorded. ${message}`),
  });
  const freeze = useMutation({
    mutationFn: async (body: { id: string; frozen: boolean }) => keep(body.id, await freezeTable(body)),
    onError: ({ message }) => tell(message),
  });
  return {
    record: (view: Pick<View, "id">, anew = false) => record.mutate({ id: view.id, anew }),
    freeze: (view: Pick<View, "id">, frozen: boolean) => freeze.mutate({ id: view.id, frozen }),
    isBusy: record.isPending || freeze.isPending,
  };
}

export type RecordWrites = ReturnType<typeof useRecordWrites>;

const tell = (message: string) => notifications.show({ color: "red", message, autoClose: false });
