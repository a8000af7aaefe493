"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { Badge } from "@/components/ui/badge";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { LoadError } from "@/components/ui/load-error";
import { Refusable, refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import { removeWeight, saveWeight, weightsQuery } from "@/lib/answers/queries";
import type { WeightInWork } from "@/lib/answers/questions/kept-questions";
import { newWeightDraft, weightDraftOf } from "@/lib/answers/weights/weight-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ListedWeight } from "@/lib/contracts/ours/weights";
import { WEIGHTS_REFUSED } from "@/lib/contracts/rules/permissions";
import type { Format } from "@/lib/tables/format";
import { UndoBar } from "./undo-bar";
import { type Undo, useUndo } from "./use-undo";
import { WeightForm } from "./weight-form";

type Props = {
  project: string;
  questions: Question[];
  mayWrite: boolean;
  /** The weight that is being made and not saved. */
  typed: WeightInWork | null;
  onTyped: (work: WeightInWork | null) => void;
  control: KeptDraftControl;
};

/** The weights of a project, from files and made here by raking; and the making of one. */
export function WeightsSection({ project, questions, mayWrite, typed, onTyped, control }: Props) {
  const format = useFormat();
  const undo = useUndo(project);
  const { data, error, refetch } = useQuery(weightsQuery(project));
  const [making, setMaking] = useState(typed);
  const [isAsked, setAsked] = useState(false);
  const [removed, setRemoved] = useState<ListedWeight | null>(null);
  const close = () => {
    onTyped(null);
    setAsked(false);
    setMaking(null);
  };
  const isOpen = making !== null;
  const columns = useMemo(
    () =>
      columnsFor(format, isOpen, mayWrite, {
        again: ({ name, recipe }) => recipe && setMaking({ draft: weightDraftOf(name, recipe), again: name }),
        remove: setRemoved,
      }),
    [format, isOpen, mayWrite],
  );
  return (
    <Stack gap="md" component="section" aria-label="Weights of the project">
      <UndoBar undo={undo} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          A weight lets some responses count more than others, so that shares are those of the population. Trends and
          pivots can be weighted with each of these.
        </Text>
        <Refusable reason={mayWrite ? (isOpen ? "Save or cancel the weight below first." : null) : WEIGHTS_REFUSED}>
          {(refused) => (
            <Button
              size="sm"
              onClick={() => setMaking({ draft: newWeightDraft(data?.weights ?? []), again: null })}
              {...refused}
            >
              Make a weight
            </Button>
          )}
        </Refusable>
      </Group>
      {!data && error ? (
        <LoadError what="The weights" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Weights"
          columns={columns}
          rows={data?.weights}
          rowId={({ id }) => id}
          empty={<Text c="dimmed">This project has no weight yet: no file brought one, and none was made here.</Text>}
          skeletonRows={2}
        />
      )}
      {making && (
        <WeightForm
          key={making.again ?? ""}
          {...{ project, questions, undo, onTyped, control }}
          from={making}
          taken={data?.weights ?? []}
          onCancel={() => (typed ? setAsked(true) : close())}
          onSaved={close}
        />
      )}
      <DiscardPrompt opened={isAsked} onDiscard={close} onKeep={() => setAsked(false)} />
      <Modal opened={removed !== null} onClose={() => setRemoved(null)} title="Delete this weight?" centered>
        {removed && <ConfirmRemoval {...{ project, undo }} weight={removed} onClose={() => setRemoved(null)} />}
      </Modal>
    </Stack>
  );
}

type Actions = { again: (weight: ListedWeight) => void; remove: (weight: ListedWeight) => void };

const columnsFor = (format: Format, isOpen: boolean, mayWrite: boolean, actions: Actions): Column<ListedWeight>[] => [
  { id: "name", header: "Name", width: 260, wraps: true, card: "title", cell: (row) => <Name row={row} /> },
  {
    id: "source",
    header: "Source",
    width: 220,
    wraps: true,
    cell: ({ source, file_name, who }) =>
      source === "file" ? `File${file_name ? ` “${file_name}”` : ""}` : `Raked here by ${who}`,
  },
  { id: "n", header: "n", figures: true, width: 110, cell: (row) => <Base row={row} format={format} /> },
  {
    id: "range",
    header: "Range",
    figures: true,
    width: 120,
    cell: ({ range }) => (range ? `${format.hundredths(range.low)}–${format.hundredths(range.high)}` : "–"),
  },
  {
    id: "efficiency",
    header: "Efficiency",
    figures: true,
    width: 100,
    cell: ({ efficiency }) => format.percent(efficiency === null ? null : efficiency * 100),
  },
  { id: "at", header: "Date", width: 180, cell: ({ at }) => format.instant(at) },
  {
    id: "actions",
    header: "Change",
    width: 210,
    cell: (row) => <RowActions {...{ row, isOpen, mayWrite, actions }} />,
  },
];

function Name({ row: { name, changed } }: { row: ListedWeight }) {
  return (
    <>
      <span>{name}</span> {changed && <Badge tone="orange">Answers changed</Badge>}
      {changed && <small>{changed}</small>}
    </>
  );
}

/** How many have it, and how many of the others have none. */
function Base({ row: { n, without }, format }: { row: ListedWeight; format: Format }) {
  return (
    <>
      {format.count(n)}
      {without > 0 && <small> ({format.count(without)} without)</small>}
    </>
  );
}

type RowProps = { row: ListedWeight; isOpen: boolean; mayWrite: boolean; actions: Actions };

function RowActions({ row, isOpen, mayWrite, actions }: RowProps) {
  if (row.source === "file") return <small>Comes with its file</small>;
  const reason = mayWrite ? (isOpen ? "Save or cancel the weight below first." : null) : WEIGHTS_REFUSED;
  return (
    <>
      <RowButton onClick={() => actions.again(row)} {...refusedProps(reason)}>
        Calculate <span className="visually-hidden">{row.name} </span>again
      </RowButton>
      <RowButton onClick={() => actions.remove(row)} {...refusedProps(reason)}>
        Delete<span className="visually-hidden"> {row.name}</span>
      </RowButton>
    </>
  );
}

function ConfirmRemoval({
  project,
  weight: { id, recipe },
  undo,
  onClose,
}: {
  project: string;
  weight: ListedWeight;
  undo: Undo;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await removeWeight(project, id);
      const back = async () => recipe && saveWeight({ project_id: project, name: id, recipe, replace: false });
      await undo.done({ says: `The weight “${id}” was deleted.`, back });
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmBody
      says={`“${id}” goes from trends and tables: saved views that are weighted with it say so when they are opened. Answers stay as they are, and undoing calculates it again by the same recipe.`}
      confirm="Delete the weight"
      {...{ error, isPending }}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
