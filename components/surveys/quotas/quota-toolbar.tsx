"use client";

import { ActionIcon, Button, Group, Kbd, Popover, Table, Tooltip } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconKeyboard,
  IconPlus,
  IconSearch,
  IconTrash,
} from "@tabler/icons-react";
import { memo, type ReactElement, type ReactNode, type RefObject } from "react";
import { Refusable } from "@/components/ui/refusable";
import { gridShortcuts } from "./grid-shortcuts";
import { QuotaTools } from "./quota-tools";
import type { GridCommands } from "./use-grid";
import type { QuotaListControl } from "./use-quota-list";

type Props = { list: QuotaListControl; grid: RefObject<GridCommands | null>; onFind: () => void };

/** What can be done with the list and the chosen rows, by hand; the keys for it stand in the hints. */
export function QuotaToolbar({ list, grid, onFind }: Props) {
  const { addRefusal, locked, canUndo, canRedo, undo, redo } = list;
  const isEmpty = list.quotas.length === 0;
  return (
    <Group gap={6} role="toolbar" aria-label="Quotas">
      <Refusable reason={addRefusal}>
        {(props) => (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => grid.current?.addRow()}
            {...props}
          >
            Add quota
          </Button>
        )}
      </Refusable>
      <Tool label="Duplicate rows" keys="Ctrl Shift D" refused={addRefusal} run={() => grid.current?.duplicateRows()}>
        <IconCopy size={16} />
      </Tool>
      <Tool
        label="Remove rows"
        keys="Ctrl Delete"
        refused={locked ?? (isEmpty ? "There are no quotas." : null)}
        run={() => grid.current?.removeRows()}
      >
        <IconTrash size={16} />
      </Tool>
      <Tool label="Undo" keys="Ctrl Z" refused={canUndo ? null : (locked ?? "There is nothing to undo.")} run={undo}>
        <IconArrowBackUp size={16} />
      </Tool>
      <Tool label="Redo" keys="Ctrl Y" refused={canRedo ? null : (locked ?? "There is nothing to redo.")} run={redo}>
        <IconArrowForwardUp size={16} />
      </Tool>
      <Tool label="Find" keys="Ctrl F" refused={null} run={onFind}>
        <IconSearch size={16} />
      </Tool>
      <Keys />
      <QuotaTools />
    </Group>
  );
}

type ToolProps = { label: string; keys: string; refused: string | null; run: () => void; children: ReactNode };

const Tool = memo(function Tool({ label, keys, refused, run, children }: ToolProps) {
  const button = (props: object): ReactElement => (
    <ActionIcon variant="default" size={30} aria-label={label} onClick={run} {...props}>
      {children}
    </ActionIcon>
  );
  if (refused !== null) return <Refusable reason={refused}>{button}</Refusable>;
  return <Tooltip label={`${label}: ${keys}`}>{button({})}</Tooltip>;
});

const Keys = memo(function Keys() {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label="Keys of the grid" visibleFrom="sm">
          <IconKeyboard size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Table verticalSpacing={4} aria-label="Keys of the grid">
          <Table.Tbody>
            {gridShortcuts.map(({ keys, does }) => (
              <Table.Tr key={does}>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    {keys.map((key) => (
                      <Kbd key={key} size="xs">
                        {key}
                      </Kbd>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
});
