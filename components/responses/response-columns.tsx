import classes from "@/components/lists/long-id.module.css";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { screenColumns } from "@/components/ui/screen-columns";
import type { ReconciliationStatus } from "@/lib/contracts/ours/responses";
import { readReconciliation } from "@/lib/responses/reconcile";
import { type ResponseRow, responseTable } from "@/lib/responses/response-table";
import type { Format } from "@/lib/tables/format";

type Actions = {
  /** Why this viewer may judge none; null: they may. */
  refused: string | null;
  onOpen: (rdud: string) => void;
  onJudge: (status: ReconciliationStatus, rduds: string[]) => void;
};

/** Columns of a survey's responses on the screen: the same as in a file, some of them drawn. */
export const responseColumns = (
  format: Format,
  quotaNames: ReadonlyMap<string, string>,
  actions: Actions,
): Column<ResponseRow>[] =>
  screenColumns(
    responseTable(quotaNames),
    format,
    {
      rdud: { fixed: "first", card: "title", cell: ({ rdud }) => <ResponseLink rdud={rdud} onOpen={actions.onOpen} /> },
      status: { card: "corner" },
      reconciliation: { wraps: true, cell: (row) => <Reconciliation row={row} format={format} /> },
      started: { cell: ({ started_at }) => <Moment iso={started_at} format={format} /> },
      ended: { cell: ({ ended_at }) => <Moment iso={ended_at} format={format} /> },
      quotas: { wraps: true },
    },
    [
      {
        id: "actions",
        header: "Judge",
        width: 80,
        fixed: "last",
        cell: (row) => <JudgeButtons row={row} {...actions} />,
      },
    ],
  );

/** Without the year, where it is this one: two of them stand in a row. */
function Moment({ iso, format }: { iso: string | null; format: Format }) {
  return <time title={format.instant(iso)}>{format.brief(iso)}</time>;
}

type LinkProps = { rdud: string; onOpen: (rdud: string) => void };

/** Opens a response. In a row its id is shown by both ends, in a card as a whole. */
function ResponseLink({ rdud, onOpen }: LinkProps) {
  const isLong = rdud.length > 16;
  return (
    <RowButton isLink onClick={() => onOpen(rdud)} title={rdud}>
      <span className="visually-hidden">Details of </span>
      <code className={classes.id}>
        {isLong ? (
          <>
            {rdud.slice(0, 8)}
            <span className={classes.middle}>{rdud.slice(8, -4)}</span>
            {rdud.slice(-4)}
          </>
        ) : (
          rdud
        )}
      </code>
    </RowButton>
  );
}

const tones: Record<ReconciliationStatus, Tone> = { Accepted: "green", Rejected: "red" };

export function ReconciliationBadge({ status }: { status: string | null }) {
  if (status === null) return "–";
  const known = readReconciliation(status);
  return <Badge tone={known ? tones[known] : "gray"}>{known ?? status}</Badge>;
}

/** The judgement, and beside it why, by whom and when. */
function Reconciliation({
  row: { kept, reconciliation_status: status },
  format,
}: {
  row: ResponseRow;
  format: Format;
}) {
  return (
    <>
      <ReconciliationBadge status={status} />
      {kept && (
        <small>
          {kept.reason && `${kept.reason} · `}
          {kept.who}, {format.day(kept.at)}
        </small>
      )}
    </>
  );
}

const verbs: Record<ReconciliationStatus, string> = { Accepted: "Accept", Rejected: "Reject" };
const icons = { Accepted: "check", Rejected: "cross" } as const;

function JudgeButtons({ row, refused, onJudge }: { row: ResponseRow } & Actions) {
  const present = readReconciliation(row.reconciliation_status);
  return (["Accepted", "Rejected"] as const).map((status) => (
    <RowButton
      key={status}
      icon={icons[status]}
      aria-label={`${verbs[status]} ${row.rdud}`}
      onClick={() => onJudge(status, [row.rdud])}
      {...refusedProps(refused ?? (present === status ? `It is ${status.toLowerCase()} already.` : null))}
    />
  ));
}
