"use client";

import { Alert, Anchor, Box, Collapse, List, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { PlannedTarget, SoftLaunch, SoftLaunchTarget } from "@/lib/contracts/ours/soft-launches";

const MOST_NAMED = 5;
const MOST_ROWS = 200;

/** What somebody changed at the survey meanwhile: shown, and left so unless it is chosen. */
export function ChangedElsewhere({ targets }: { targets: readonly SoftLaunchTarget[] }) {
  const format = useFormat();
  const elsewhere = targets.filter((target) => target.changed_elsewhere || target.added_elsewhere);
  if (elsewhere.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Changed elsewhere meanwhile">
      <List size="sm">
        {elsewhere.slice(0, MOST_NAMED).map(({ id, name, set, present, full, added_elsewhere }) => (
          <List.Item key={id}>
            {added_elsewhere
              ? `${name}: added elsewhere with ${format.count(present)}`
              : `${name}: changed elsewhere to ${format.count(present)}; ${format.count(set)} was set here, of ${format.count(full)}`}
          </List.Item>
        ))}
        {elsewhere.length > MOST_NAMED && <List.Item>and {format.count(elsewhere.length - MOST_NAMED)} more</List.Item>}
      </List>
    </Alert>
  );
}

/** Every target in full and as it stands now, on demand. */
export function TargetsTable({ launch: { targets } }: { launch: SoftLaunch }) {
  const [opened, { toggle }] = useDisclosure(false);
  const format = useFormat();
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={toggle} aria-expanded={opened}>
        {opened ? "Hide the targets" : `Show all ${format.count(targets.length)} targets`}
      </Anchor>
      <Collapse expanded={opened}>
        <FiguresTable
          label="Targets"
          heads={["Target", "In full", "Now", "Collected"]}
          rows={targets.map(({ id, name, full, present, counted }) => ({
            id,
            cells: [name, format.count(full), format.count(present), format.count(counted)],
          }))}
        />
      </Collapse>
    </div>
  );
}

/** What an action writes, target by target. */
export function PlannedTargets({ targets }: { targets: readonly PlannedTarget[] }) {
  const format = useFormat();
  return (
    <FiguresTable
      label="What is written"
      heads={["Target", "In full", "Now", "Then", "Collected"]}
      rows={targets.map(({ id, name, full, before, after, counted, kept, full_at_once }) => ({
        id,
        cells: [
          <>
            {name}
            {kept && (
              <Text span size="xs" c="dimmed">
                {" "}
                stays as changed elsewhere
              </Text>
            )}
            {full_at_once && after < full && (
              <Text span size="xs" c="dimmed">
                {" "}
                full at once
              </Text>
            )}
          </>,
          format.count(full),
          format.count(before),
          <Text key="after" span size="sm" fw={before === after ? 400 : 700}>
            {format.count(after)}
          </Text>,
          format.count(counted),
        ],
      }))}
    />
  );
}

const NAME = { overflowWrap: "break-word", minWidth: 90 } as const;
const FIGURE = { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } as const;

type FiguresProps = { label: string; heads: string[]; rows: { id: string; cells: ReactNode[] }[] };

function FiguresTable({ label, heads, rows }: FiguresProps) {
  const format = useFormat();
  return (
    <Box mah={280} tabIndex={0} role="region" aria-label={label} style={{ overflow: "auto" }}>
      <Table aria-label={label} stickyHeader verticalSpacing={4} horizontalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, index) => (
              <Table.Th key={head} ta={index === 0 ? "left" : "right"}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, MOST_ROWS).map(({ id, cells }) => (
            <Table.Tr key={id}>
              {cells.map((cell, index) => (
                <Table.Td key={heads[index]} ta={index === 0 ? "left" : "right"} style={index === 0 ? NAME : FIGURE}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > MOST_ROWS && (
        <Text size="sm" c="dimmed" p="xs">
          and {format.count(rows.length - MOST_ROWS)} more in the same way
        </Text>
      )}
    </Box>
  );
}
