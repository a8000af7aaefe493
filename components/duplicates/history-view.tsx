"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LoadError } from "@/components/ui/load-error";
import { Pages } from "@/components/ui/pages";
import { TableFile } from "@/components/ui/table-file";
import { useFormat } from "@/components/ui/use-format";
import { usePastEnd } from "@/components/ui/use-past-end";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { HISTORY_PAGE_SIZE } from "@/lib/contracts/terms/duplicates";
import { duplicatesParsers } from "@/lib/duplicates/address";
import { historyTable } from "@/lib/duplicates/history-table";
import { historyQuery, wholeHistory } from "@/lib/duplicates/queries";
import { actionWords, counted, nameOfRoute, nameOfState, selectorsInWords } from "@/lib/duplicates/words";
import type { Format } from "@/lib/tables/format";
import { ReverseButton } from "./reverse-button";
import { ViewLink } from "./view-link";

const WATCH_MS = 3000;
const isUnderWay = ({ state }: ActivationChange) => state === "waiting" || state === "running";

/** What was switched, newest first, and its reversal. */
export function HistoryView({ account }: { account: string | undefined }) {
  const [{ page }, setState] = useQueryStates(duplicatesParsers, { history: "push" });
  const queries = useQueryClient();
  const format = useFormat();
  const shownPage = Math.max(1, page);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...historyQuery(account, shownPage),
    refetchInterval: ({ state }) => (state.data?.changes.some(isUnderWay) ? WATCH_MS : false),
  });
  const isPastEnd = usePastEnd(
    {
      page: shownPage,
      pageSize: HISTORY_PAGE_SIZE,
      list: data && { total: data.total_changes, items: data.changes },
      isBeingRead: isPlaceholderData || isFetching,
    },
    setState,
  );
  const columns = useMemo(() => {
    const open = async (job: string) => {
      // First what the work is read from: it has just been added there.
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      await setState({ show: "switch", job, page: null });
    };
    return columnsOf(format, account, (job) => void open(job));
  }, [format, account, queries, setState]);
  if (error && !data) return <LoadError what="The history" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {data && counted(format, data.total_changes, "change")}
        </Text>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={() => void refetch()} loading={isFetching && data !== undefined}>
            Refresh
          </Button>
          <TableFile
            isSmall
            name="duplicate-check-history"
            columns={historyTable}
            rows={(form) => wholeHistory(account, form)}
          />
        </Group>
      </Group>
      <DataTable
        label="What was switched"
        columns={columns}
        rows={isPastEnd ? undefined : data?.changes}
        rowId={({ id }) => id}
        empty={<Nothing />}
      />
      <Pages
        total={data?.total_changes ?? 0}
        pageSize={HISTORY_PAGE_SIZE}
        page={shownPage}
        onChange={(next) => void setState({ page: next })}
      />
    </Stack>
  );
}

function Nothing() {
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed">Nothing has been switched in the duplicate check yet.</Text>
      <Button component={ViewLink} show="switch" variant="default">
        Switch surveys
      </Button>
    </Stack>
  );
}

const columnsOf = (
  format: Format,
  account: string | undefined,
  onReversing: (job: string) => void,
): Column<ActivationChange>[] => [
  {
    id: "at",
    header: "When",
    width: 190,
    cell: ({ at }) => format.instant(at),
  },
  { id: "who", header: "Who", wraps: true, width: 140, cell: (change) => <Who change={change} /> },
  { id: "what", header: "Action", card: "title", wraps: true, width: 120, cell: (change) => <What change={change} /> },
  { id: "selectors", header: "What it named", wraps: true, cell: (change) => <Named change={change} /> },
  { id: "surveys", header: "Surveys", figures: true, cell: ({ surveys }) => format.count(surveys) },
  { id: "records", header: "Records", figures: true, cell: ({ records }) => format.count(records) },
  { id: "state", header: "State", wraps: true, width: 150, cell: (change) => <State change={change} /> },
  {
    id: "actions",
    header: "Reverse",
    cell: (change) => <ReverseButton change={change} account={account} onStarted={onReversing} />,
  },
];

function Who({ change: { who, origin } }: { change: ActivationChange }) {
  return (
    <>
      {who} {origin === "service" && <small>another client</small>}
    </>
  );
}

function What({ change: { type, route } }: { change: ActivationChange }) {
  return (
    <b>
      {actionWords[type].past} on {nameOfRoute(route)}
    </b>
  );
}

function Named({ change }: { change: ActivationChange }) {
  const format = useFormat();
  const phrases = selectorsInWords(change, format);
  if (phrases.length === 0) return "–";
  return phrases.map((phrase) => <div key={phrase}>{phrase}</div>);
}

const jobOf = (id: string | null) => (id?.startsWith("job:") ? id.slice("job:".length) : null);

/** How it stands, with what it reverses and what reversed it. */
function State({ change: { id, state, reverses, reversed_by } }: { change: ActivationChange }) {
  const own = jobOf(id);
  return (
    <>
      <Badge tone={state === "done" ? "green" : "gray"}>{nameOfState(state)}</Badge>{" "}
      {own && <WorkLink job={own} label="Results" />}
      {reverses && <Related id={reverses} label="Reverses another" />}
      {reversed_by && <Related id={reversed_by} label="Reversed" />}
    </>
  );
}

function Related({ id, label }: { id: string; label: string }) {
  const job = jobOf(id);
  return (
    <>
      {" · "}
      {job ? <WorkLink job={job} label={label} /> : <small>{label}</small>}
    </>
  );
}

const WorkLink = ({ job, label }: { job: string; label: string }) => (
  <ViewLink show="switch" job={job}>
    {label}
  </ViewLink>
);
