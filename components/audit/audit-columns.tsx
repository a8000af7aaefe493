import { Anchor, Badge, Box, Button, Text } from "@mantine/core";
import Link from "next/link";
import type { Column } from "@/components/ui/data-table";
import { hrefOf, originNames, outcomeNames, titleOf } from "@/lib/audit/words";
import type { AuditEntry, EntryChange } from "@/lib/contracts/audit";
import type { Format } from "@/lib/tables/format";
import { describeChangesOf, type EntryNames } from "./describe-changes";

type NamesOf = (entry: AuditEntry) => EntryNames;

/** Columns of the audit list. */
export const auditColumns = (
  format: Format,
  namesOf: NamesOf,
  onOpen: (entry: AuditEntry) => void,
): Column<AuditEntry>[] => [
  {
    id: "at",
    header: "When",
    width: 190,
    fixed: "first",
    cell: ({ at }) => <span style={{ whiteSpace: "nowrap" }}>{format.instant(at)}</span>,
  },
  {
    id: "who",
    header: "Who",
    cell: ({ who, origin }) => (
      <Box>
        <Text size="sm">{who}</Text>
        <Text size="xs" c="dimmed">
          {originNames[origin]}
        </Text>
      </Box>
    ),
  },
  { id: "what", header: "What", wideOnly: true, cell: (entry) => <EntryTitle entry={entry} names={namesOf(entry)} /> },
  {
    id: "changes",
    header: "Before and after",
    cell: (entry) => <ChangesInShort entry={entry} names={namesOf(entry)} />,
  },
  { id: "outcome", header: "Outcome", width: 90, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    id: "open",
    header: "Details",
    width: 90,
    fixed: "last",
    cell: (entry) => (
      <Button size="compact-xs" variant="default" onClick={() => onOpen(entry)} aria-label={`Details of ${entry.id}`}>
        Details
      </Button>
    ),
  },
];

const outcomeColors = {
  started: "gray",
  done: "green",
  refused: "orange",
  failed: "red",
  uncertain: "yellow",
} as const;

export function OutcomeBadge({ outcome }: Pick<AuditEntry, "outcome">) {
  return (
    <Badge color={outcomeColors[outcome]} variant="light" tt="none" size="sm" radius="sm" autoContrast>
      {outcomeNames[outcome]}
    </Badge>
  );
}

/** What was done and to what: "Paused survey Brand tracker". */
export function EntryTitle({ entry, names }: { entry: AuditEntry; names: EntryNames }) {
  const href = hrefOf(entry);
  const { lead, name } = titleOf(entry, names.projects);
  return (
    <Text
      size="sm"
      component="span"
      style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
      display="block"
      maw={320}
    >
      {lead}{" "}
      {href ? (
        <Anchor component={Link} href={href} prefetch={false} inherit fw={500}>
          {name ?? "opened here"}
        </Anchor>
      ) : (
        name
      )}
    </Text>
  );
}

const SHOWN = 3;

/** The first changes, each on a line, and the reason where it was not done. */
export function ChangesInShort({ entry, names }: { entry: AuditEntry; names: EntryNames }) {
  // Everything about a new thing is new: its details have the list.
  const changes = entry.before ? describeChangesOf(entry, names) : [];
  return (
    <Box style={{ whiteSpace: "normal", overflowWrap: "anywhere" }} maw={420}>
      {changes.slice(0, SHOWN).map((change) => (
        <Text key={change.key} size="sm" lineClamp={4}>
          <Text span inherit c="dimmed">
            {change.label}:
          </Text>{" "}
          <ChangeInLine change={change} />
        </Text>
      ))}
      {changes.length > SHOWN && (
        <Text size="xs" c="dimmed">
          and {changes.length - SHOWN} more
        </Text>
      )}
      {entry.detail && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {entry.detail}
        </Text>
      )}
    </Box>
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
