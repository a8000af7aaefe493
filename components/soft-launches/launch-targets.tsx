"use client";

import { Alert, Anchor, List, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FigureRow, FigureTable } from "@/components/ui/figure-table";
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
      {opened && (
        <Figures
          label="Targets"
          heads={["Target", "In full", "Now", "Collected"]}
          rows={targets.map(({ id, name, full, present, counted }) => ({
            ...{ key: id, name },
            cells: [full, present, counted].map(format.count),
          }))}
        />
      )}
    </div>
  );
}

/** What an action writes, target by target. */
export function PlannedTargets({ targets }: { targets: readonly PlannedTarget[] }) {
  const format = useFormat();
  return (
    <Figures
      label="What is written"
      heads={["Target", "In full", "Now", "Then", "Collected"]}
      rows={targets.map(({ id, name, full, before, after, counted, kept, full_at_once }) => ({
        key: id,
        name: (
          <>
            {name}
            {kept && <small>stays as changed elsewhere</small>}
            {full_at_once && after < full && <small>full at once</small>}
          </>
        ),
        cells: [
          format.count(full),
          format.count(before),
          before === after ? format.count(after) : <b key="after">{format.count(after)}</b>,
          format.count(counted),
        ],
      }))}
    />
  );
}

type FiguresProps = { label: string; heads: string[]; rows: readonly FigureRow[] };

function Figures({ label, heads, rows }: FiguresProps) {
  const format = useFormat();
  return (
    <>
      <FigureTable caption={label} hidesCaption isWide isTall heads={heads} rows={rows.slice(0, MOST_ROWS)} />
      {rows.length > MOST_ROWS && (
        <Text size="sm" c="dimmed" p="xs">
          and {format.count(rows.length - MOST_ROWS)} more in the same way
        </Text>
      )}
    </>
  );
}
