import Link from "next/link";
import { Badge, type Tone } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { RowButton } from "@/components/ui/row-button";
import { screenColumns } from "@/components/ui/screen-columns";
import { auditTable } from "@/lib/audit/audit-table";
import { hrefOf, originNames, outcomeNames, titleOf } from "@/lib/audit/words";
import type { AuditEntry, EntryChange } from "@/lib/contracts/ours/audit";
import { describeChangesOf, type EntryNames } from "@/lib/exports/describe-changes";
import type { Format } from "@/lib/tables/format";
import classes from "./audit-columns.module.css";

type NamesOf = (entry: AuditEntry) => EntryNames;

const NO_NAMES: ReadonlyMap<string, string> = new Map();
/** Columns that hold texts are drawn from the entry itself; the table gives their ids, heads and order. */
const table = auditTable(() => "", NO_NAMES);

/** Columns of the audit list. */
export const auditColumns = (
  format: Format,
  namesOf: NamesOf,
  onOpen: (entry: AuditEntry) => void,
): Column<AuditEntry>[] =>
  screenColumns(
    table,
    format,
    {
      at: { width: 180, fixed: "first" },
      who: {
        wraps: true,
        cell: ({ origin }, who) => (
          <>
            {who} <small>{originNames[origin]}</small>
          </>
        ),
      },
      what: { wraps: true, card: "title", cell: (entry) => <EntryTitle entry={entry} names={namesOf(entry)} /> },
      changes: { wraps: true, cell: (entry) => <ChangesInShort entry={entry} names={namesOf(entry)} /> },
      outcome: { width: 90, card: "corner", cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    },
    [
      {
        id: "open",
        header: "Details",
        width: 90,
        fixed: "last",
        cell: (entry) => (
          <RowButton onClick={() => onOpen(entry)}>
            Details<span className="visually-hidden"> of {entry.id}</span>
          </RowButton>
        ),
      },
    ],
  );

const outcomeTones: Record<AuditEntry["outcome"], Tone> = {
  started: "gray",
  done: "green",
  refused: "orange",
  failed: "red",
  uncertain: "yellow",
};

export const OutcomeBadge = ({ outcome }: Pick<AuditEntry, "outcome">) => (
  <Badge tone={outcomeTones[outcome]}>{outcomeNames[outcome]}</Badge>
);

/** What was done and to what: "Paused survey Brand tracker". */
export function EntryTitle({ entry, names }: { entry: AuditEntry; names: EntryNames }) {
  const href = hrefOf(entry);
  const { lead, name } = titleOf(entry, names.projects);
  if (!href) return name === null ? lead : `${lead} ${name}`;
  return (
    <>
      {lead}{" "}
      <Link className={classes.link} href={href} prefetch={false}>
        {name ?? "opened here"}
      </Link>
    </>
  );
}

const SHOWN = 3;

/** Everything about a new thing is new: its details have the list. */
export const hasChangesInShort = ({ before }: AuditEntry) => before !== null;

/** The first changes, each on a line, and the reason where it was not done. */
export function ChangesInShort({ entry, names }: { entry: AuditEntry; names: EntryNames }) {
  const changes = hasChangesInShort(entry) ? describeChangesOf(entry, names) : [];
  return (
    <ul className={classes.changes}>
      {changes.slice(0, SHOWN).map((change) => (
        <li key={change.key}>
          <i>{change.label}:</i> <ChangeInLine change={change} />
        </li>
      ))}
      {changes.length > SHOWN && (
        <li>
          <i>and {changes.length - SHOWN} more</i>
        </li>
      )}
      {entry.detail && (
        <li>
          <i>{entry.detail}</i>
        </li>
      )}
    </ul>
  );
}

function ChangeInLine({ change: { before, after } }: { change: EntryChange }) {
  if (before === null) return after;
  return (
    <>
      {before} <span aria-hidden>→</span>
      <span className="visually-hidden"> became </span> {after ?? "nothing"}
    </>
  );
}
