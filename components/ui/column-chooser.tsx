import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { moved } from "@/lib/views/columns";

type Column = { id: string; header: string; fixed?: "first" | "last" };

type Props = {
  columns: readonly Column[];
  /** Those shown, in their order. */
  chosen: readonly Column[];
  /** The ids shown of columns that are not fixed; null: all of them, in their own order. */
  onChange: (ids: string[] | null) => void;
};

/** Which columns a table shows and in which order. */
export function ColumnChooser({ columns, chosen, onChange }: Props) {
  const shown = chosen.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const hidden = columns.filter(({ id, fixed }) => !fixed && !shown.includes(id));
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  // A row that moves takes its buttons out of the page for a moment, and they lose the focus.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(pressed.current)}"]`)?.focus();
    pressed.current = null;
  });
  const move = (id: string, by: -1 | 1) => {
    pressed.current = `${id} ${by}`;
    onChange(moved(shown, id, by));
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6} ref={list} mah="60vh" style={{ overflowY: "auto" }}>
          {shown.map((id) => (
            <Group key={id} justify="space-between" wrap="nowrap" gap="lg">
              <Checkbox
                size="sm"
                checked
                label={headers.get(id)}
                onChange={() => onChange(shown.filter((each) => each !== id))}
              />
              <Group gap={2} wrap="nowrap">
                <MoveButton name={headers.get(id) ?? id} id={id} by={-1} at={shown.indexOf(id)} onMove={move} />
                <MoveButton
                  name={headers.get(id) ?? id}
                  id={id}
                  by={1}
                  at={shown.length - 1 - shown.indexOf(id)}
                  onMove={move}
                />
              </Group>
            </Group>
          ))}
          {hidden.map(({ id, header }) => (
            <Checkbox
              key={id}
              size="sm"
              py={3}
              checked={false}
              label={header}
              onChange={() => onChange([...shown, id])}
            />
          ))}
          <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onChange(null)}>
            All, in their usual order
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type MoveProps = { name: string; id: string; by: -1 | 1; at: number; onMove: (id: string, by: -1 | 1) => void };

/** `at`: places left in that direction; without any it stays reachable, so that the focus has somewhere to stay. */
function MoveButton({ name, id, by, at, onMove }: MoveProps) {
  const Icon = by === -1 ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      data-move={`${id} ${by}`}
      aria-label={`Move ${name} ${by === -1 ? "up" : "down"}`}
      {...(at === 0 ? { "data-disabled": true, "aria-disabled": true } : { onClick: () => onMove(id, by) })}
    >
      <Icon size={15} aria-hidden />
    </ActionIcon>
  );
}
