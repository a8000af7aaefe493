import classes from "@/components/lists/long-id.module.css";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { RowButton } from "@/components/ui/row-button";
import { screenColumns } from "@/components/ui/screen-columns";
import type { FieldSession } from "@/lib/contracts/interfaces/fielding";
import { answersText, sessionTable } from "@/lib/field-sessions/session-table";
import type { SessionNames } from "@/lib/field-sessions/words";
import { type Format, UNKNOWN } from "@/lib/tables/format";

/** Columns of a survey's sessions on the screen: the same as in a file, some of them drawn. */
export const sessionColumns = (
  format: Format,
  names: SessionNames,
  onOpen: (rid: string) => void,
): Column<FieldSession>[] =>
  screenColumns(sessionTable(names), format, {
    session: { fixed: "first", card: "title", cell: ({ rid }) => <SessionLink rid={rid} onOpen={onOpen} /> },
    started: { cell: ({ started_at }) => <Moment iso={started_at} format={format} /> },
    respondent: {
      cell: ({ respondent }) => (
        <span className={classes.respondent} title={respondent ?? undefined}>
          {respondent ?? UNKNOWN}
        </span>
      ),
    },
    status: {
      cell: ({ test }, text) => (
        <span className={classes.status}>
          {text}
          {test && <Badge tone="indigo">Test</Badge>}
        </span>
      ),
    },
    reason: { wraps: true },
    path: { wraps: true, cell: (session, text) => <Path session={session} text={text} names={names} /> },
  });

/** Without the year, where it is this one. */
function Moment({ iso, format }: { iso: string | null; format: Format }) {
  return <time title={format.instant(iso)}>{format.brief(iso)}</time>;
}

/** Opens a session. In a row its id is shown by both ends, in a card as a whole. */
function SessionLink({ rid, onOpen }: { rid: string; onOpen: (rid: string) => void }) {
  return (
    <RowButton isLink onClick={() => onOpen(rid)} title={rid}>
      <span className="visually-hidden">History of </span>
      <code className={classes.id}>
        {rid.length > 14 ? (
          <>
            {rid.slice(0, 4)}
            <span className={classes.middle}>{rid.slice(4, -4)}</span>
            {rid.slice(-4)}
          </>
        ) : (
          rid
        )}
      </code>
    </RowButton>
  );
}

/** How the respondent came through, and beneath it what they answered and which quotas they belong to. */
function Path({ session, text, names }: { session: FieldSession; text: string; names: SessionNames }) {
  const answers = answersText(session, names);
  const quotas = session.quota_attributes.map(names.quota).join(", ");
  return (
    <>
      {text}
      {answers && <small>{answers}</small>}
      {quotas && <small>Quotas: {quotas}</small>}
    </>
  );
}
