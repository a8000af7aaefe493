"use client";

import { Alert, Button, FileButton, Group, List, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/components/ui/use-format";
import { type QuotaDraft, sameContent, sameQuotas } from "@/lib/surveys/draft";
import { surveyQuery } from "@/lib/surveys/queries";
import { differenceOfImport } from "@/lib/surveys/quotas/list-difference";
import { type QuotaImport, readQuotaFile, readQuotaTable, readQuotaText } from "@/lib/surveys/quotas/quota-file";
import type { ReadTable } from "@/lib/tables/read-table";
import { useEditor } from "../../editor/editor-context";
import { useReadQuestions } from "../../editor/use-read-questions";
import { useQuotaList } from "../use-quota-list";
import { DialogFoot } from "./dialog-foot";
import { DifferenceView } from "./difference-view";

/** Takes quotas by file or paste: first what they would change, then all of them or none. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { quotas, apply } = useQuotaList();
  const [text, setText] = useState("");
  const { state, read, forget } = useReading();
  const done = state && "found" in state ? state.found : null;
  return (
    <Dialog onClose={onClose} title="Import quotas" size="xl">
      <Stack gap="md">
        {done ? (
          <DryRun
            name={done.name}
            found={done.import}
            notices={done.notices}
            isStale={!sameQuotas(done.against, quotas)}
            onBack={forget}
            onApply={() => apply({ quotas: done.import.quotas }, `Quotas imported from ${done.name}`) && onClose()}
            onClose={onClose}
          />
        ) : (
          <>
            <Text size="sm">
              A row for each quota: a column “Target”, if you like “Name”, and a column for each question whose cells
              name options. Export gives you the file to start from; a row that is missing removes its quota.
            </Text>
            <Textarea
              label="Paste rows from a spreadsheet"
              description="With the row of column names."
              rows={6}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", whiteSpace: "pre" } }}
              data-autofocus
            />
            <Group gap="sm">
              <FileButton
                onChange={(file) => {
                  if (!file) return;
                  void read(file.name, async () => readQuotaTable(file.name, new Uint8Array(await file.arrayBuffer())));
                }}
                accept=".csv,.txt,.tsv,.xlsx"
                inputProps={{ "aria-label": "Quota file" }}
              >
                {(props) => (
                  <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
                    Choose a CSV or XLSX file
                  </Button>
                )}
              </FileButton>
            </Group>
            {state && "reading" in state && <Skeleton height={80} aria-label="Reading the rows" />}
            {state && "problem" in state && (
              <Alert color="red" variant="light" role="alert">
                {state.problem}
              </Alert>
            )}
            <DialogFoot
              action="Show what would change"
              onAction={text.trim() === "" ? null : () => void read("the pasted rows", async () => readQuotaText(text))}
              onClose={onClose}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

type State =
  | { reading: true }
  | { problem: string }
  | { found: { name: string; import: QuotaImport; notices: string[]; against: readonly QuotaDraft[] } }
  | null;

/** Reads rows against the list as it stands and the survey as the service has it at that moment. */
function useReading() {
  const { present } = useEditor();
  const readQuestions = useReadQuestions();
  const { quotas } = useQuotaList();
  const queries = useQueryClient();
  const [state, setState] = useState<State>(null);
  const latest = useRef(0);
  const run = async (name: string, open: () => Promise<ReadTable<string | number>>): Promise<State> => {
    const { rows, notices } = await open();
    const fresh = present && (await queries.fetchQuery({ ...surveyQuery(present.id), staleTime: 0 }));
    if (present && !fresh) return { problem: "This survey is not there any more, so nothing can be imported into it." };
    const read = readQuotaFile(
      rows,
      { quotas, surveyId: present?.id ?? null, revision: fresh?.revision ?? null },
      await readQuestions(),
      sameContent,
    );
    return "problem" in read ? read : { found: { name, import: read.value, notices, against: quotas } };
  };
  const read = async (name: string, open: () => Promise<ReadTable<string | number>>) => {
    latest.current += 1;
    const mine = latest.current;
    setState({ reading: true });
    const next = await run(name, open).catch((error: unknown) => ({
      problem: error instanceof Error ? error.message : String(error),
    }));
    // Another file may have been chosen meanwhile.
    if (mine === latest.current) setState(next);
  };
  return { state, read, forget: () => setState(null) };
}

type DryRunProps = {
  name: string;
  found: QuotaImport;
  notices: readonly string[];
  /** The list is another one by now: what was read would take back what others changed in it. */
  isStale: boolean;
  onBack: () => void;
  onApply: () => void;
  onClose: () => void;
};

function DryRun({ name, found, notices, isStale, onBack, onApply, onClose }: DryRunProps) {
  const { addRefusal, mayAdd } = useQuotaList();
  const format = useFormat();
  const difference = differenceOfImport(found);
  const { added, changed, removed } = difference;
  const refused = found.refused.length;
  const isNothing = added.length + changed.length + removed.length === 0;
  const problem = importProblem({
    isStale,
    refused,
    isNothing,
    addRefusal: !mayAdd && added.length > 0 ? addRefusal : null,
  });
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm">This is what {name} would change. Nothing has changed yet.</Text>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          Read something else
        </Button>
      </Group>
      {notices.length > 0 && (
        <Alert color="yellow" variant="light">
          <List size="sm">
            {notices.map((notice) => (
              <List.Item key={notice}>{notice}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <DifferenceView difference={difference} refused={found.refused} />
      <DialogFoot
        problem={problem}
        action={
          removed.length > 0
            ? `Import and remove ${format.count(removed.length)} ${removed.length === 1 ? "quota" : "quotas"}`
            : "Import"
        }
        {...(removed.length > 0 && { color: "red" })}
        onAction={problem ? null : onApply}
        onClose={onClose}
      />
    </>
  );
}

type Outcome = { isStale: boolean; refused: number; isNothing: boolean; addRefusal: string | null };

function importProblem({ isStale, refused, isNothing, addRefusal }: Outcome): string | null {
  if (isStale) return "The quotas have changed since this was read. Read it again.";
  if (refused > 0) {
    return `Correct the refused ${refused === 1 ? "row" : "rows"} in the file and read it again: it is taken whole or not at all.`;
  }
  return isNothing ? "The quotas are like this already." : addRefusal;
}
