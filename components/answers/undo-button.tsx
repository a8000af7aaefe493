"use client";

import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { DialogOnDemand } from "@/components/ui/dialog-on-demand";
import { refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import { importsQuery, isAbout, undoImport } from "@/lib/answers/queries";
import { isOfFile, type Revision, undoInWords } from "@/lib/answers/words";
import { IMPORTS_REFUSED } from "@/lib/contracts/rules/permissions";

type Props = {
  projectId: string;
  row: Revision;
  /** What the project reads again afterwards; undefined: nothing. */
  before: Revision | undefined;
  mayWrite: boolean;
  /** With a sentence for each later edit that stays. */
  onUndone: (stayed: string[]) => void;
};

function refusalOf({ current, can_undo }: Revision, mayWrite: boolean): string | null {
  if (!mayWrite) return IMPORTS_REFUSED;
  if (!can_undo && current) return "The answers before this are no longer kept.";
  return current ? null : "Undo the later imports first: they are undone one by one.";
}

/** Takes an import back, after it has said what that does; from the one that everybody reads, one by one. */
export function UndoButton({ projectId, row, before, mayWrite, onUndone }: Props) {
  const [asking, dialog] = useDisclosure(false);
  if (row.state !== "visible") return "–";
  if (!row.current && !row.before_kept) return <small>No longer kept</small>;
  return (
    <>
      <RowButton onClick={dialog.open} {...refusedProps(refusalOf(row, mayWrite))}>
        Undo
      </RowButton>
      {asking && (
        <DialogOnDemand
          onClose={dialog.close}
          title={isOfFile(row) ? "Undo this import?" : "Undo this change?"}
          centered
        >
          <Confirm {...{ projectId, row, before, onUndone }} onClose={dialog.close} />
        </DialogOnDemand>
      )}
    </>
  );
}

type ConfirmProps = Omit<Props, "mayWrite"> & { onClose: () => void };

function Confirm({ projectId, row, before, onUndone, onClose }: ConfirmProps) {
  const format = useFormat();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => undoImport(projectId, row.id),
    onSuccess: ({ revisions, stayed }) => {
      queries.setQueryData(importsQuery(projectId).queryKey, revisions);
      onClose();
      onUndone(stayed);
      void queries.invalidateQueries({ predicate: isAbout(projectId) });
    },
  });
  return (
    <ConfirmBody
      says={undoInWords(row, before, format)}
      confirm={isOfFile(row) ? "Undo the import" : "Undo the change"}
      {...{ error, isPending }}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
