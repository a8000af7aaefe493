import { ActionIcon, Badge, Box, Group, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { Column } from "@/components/ui/data-table";
import { Refusable } from "@/components/ui/refusable";
import type { ReconciliationStatus } from "@/lib/contracts/responses";
import { readReconciliation } from "@/lib/responses/reconcile";
import { type ResponseRow, responseTable } from "@/lib/responses/response-table";
import { cellText } from "@/lib/tables/column";
import type { Format } from "@/lib/tables/format";

/** On two lines rather than one, so that a row fits beside the navigation. */
const WRAPPING = { whiteSpace: "normal", display: "inline-block", minWidth: 92 } as const;

type Actions = {
  /** Why this viewer may judge none; null: he may. */
  refused: string | null;
  onOpen: (rdud: string) => void;
  onJudge: (status: ReconciliationStatus, rduds: string[]) => void;
};

/** Columns of a survey's responses on the screen: the same as in a file, some of them drawn. */
export function responseColumns(
  format: Format,
  quotaNames: ReadonlyMap<string, string>,
  actions: Actions,
): Column<ResponseRow>[] {
  const columns = responseTable(quotaNames).filter(({ of }) => of === undefined);
  const minutes = columns.find(({ id }) => id === "duration");
  const drawn: Record<string, Partial<Column<ResponseRow>>> = {
    rdud: {
      fixed: "first",
      wideOnly: true,
      cell: ({ rdud }) => <ResponseLink short rdud={rdud} onOpen={actions.onOpen} />,
    },
    status: { wideOnly: true },
    reconciliation: { cell: (row) => <Reconciliation row={row} format={format} /> },
    price: { figures: true, cell: ({ buyer_cpi }) => format.usd(buyer_cpi) },
    started: { cell: ({ started_at }) => <Moment iso={started_at} format={format} /> },
    ended: { cell: ({ ended_at }) => <Moment iso={ended_at} format={format} /> },
    duration: { figures: true, cell: (row) => minutes && cellText(minutes, row, format) },
  };
  return [
    ...columns.map((column) => ({
      id: column.id,
      header: column.header,
      cell: (row: ResponseRow) => <span style={WRAPPING}>{cellText(column, row, format) || "–"}</span>,
      ...drawn[column.id],
    })),
    {
      id: "actions",
      header: "Judge",
      width: 80,
      fixed: "last",
      cell: (row) => <JudgeButtons row={row} {...actions} />,
    },
  ];
}

/** In one line: two of them stand in a row. */
function Moment({ iso, format }: { iso: string | null; format: Format }) {
  return <time title={format.instant(iso)}>{format.brief(iso)}</time>;
}

type LinkProps = { rdud: string; onOpen: (rdud: string) => void; short?: boolean };

/** Opens a response. Its id may be shown by both ends, in one line: the details have the whole. */
export function ResponseLink({ rdud, onOpen, short = false }: LinkProps) {
  return (
    <UnstyledButton onClick={() => onOpen(rdud)} aria-label={`Details of ${rdud}`}>
      <Text
        size="xs"
        ff="monospace"
        c="var(--mantine-color-anchor)"
        {...(short ? { title: rdud } : { style: { whiteSpace: "normal", overflowWrap: "anywhere" } })}
      >
        {short && rdud.length > 16 ? `${rdud.slice(0, 8)}…${rdud.slice(-4)}` : rdud}
      </Text>
    </UnstyledButton>
  );
}

const colors: Record<ReconciliationStatus, string> = { Accepted: "green", Rejected: "red" };

export function ReconciliationBadge({ status }: { status: string | null }) {
  if (status === null) return "–";
  const known = readReconciliation(status);
  return (
    <Badge color={known ? colors[known] : "gray"} variant="light" tt="none" size="sm" radius="sm" autoContrast>
      {known ?? status}
    </Badge>
  );
}

/** The judgement, and under it why, by whom and when. */
function Reconciliation({ row, format }: { row: ResponseRow; format: Format }) {
  const { kept } = row;
  return (
    <Box miw={120} maw={220} style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
      <ReconciliationBadge status={row.reconciliation_status} />
      {kept?.reason && (
        <Text size="xs" lineClamp={2}>
          {kept.reason}
        </Text>
      )}
      {kept && (
        <Text size="xs" c="dimmed">
          {kept.who}, {format.day(kept.at)}
        </Text>
      )}
    </Box>
  );
}

const icons = { Accepted: IconCheck, Rejected: IconX };
const verbs = { Accepted: "Accept", Rejected: "Reject" };

function JudgeButtons({ row, refused, onJudge }: { row: ResponseRow } & Actions) {
  const present = readReconciliation(row.reconciliation_status);
  return (
    <Group gap={4} wrap="nowrap">
      {(["Accepted", "Rejected"] as const).map((status) => {
        const Icon = icons[status];
        const reason = refused ?? (present === status ? `It is ${status.toLowerCase()} already.` : null);
        return (
          <Refusable key={status} reason={reason}>
            {(shown) => (
              <ActionIcon
                variant="default"
                size="md"
                aria-label={`${verbs[status]} ${row.rdud}`}
                onClick={() => onJudge(status, [row.rdud])}
                {...shown}
              >
                <Icon size={16} aria-hidden />
              </ActionIcon>
            )}
          </Refusable>
        );
      })}
    </Group>
  );
}
