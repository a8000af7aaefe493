"use client";

import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { useState } from "react";
import { NumberEntry } from "@/components/ui/number-entry";
import type { Grip } from "./use-drag";

type Props = {
  /** What is moved, as part of a sentence. */
  name: string;
  at: number;
  length: number;
  /** The place that it shall have, from 0. */
  onMove: (to: number) => void;
  /** What makes it the part that is held; absent where the whole row is. */
  grip?: Grip;
};

/** Moves a member of a list: dragged by it with the pointer, or chosen from its menu. Alt and an arrow move at once. */
export function MoveMenu({ name, at, length, onMove, grip }: Props) {
  const [to, setTo] = useState<number | null>(at + 1);
  const place = to !== null && to >= 1 && to <= length ? to - 1 : null;
  return (
    <Menu position="bottom-start" withinPortal trapFocus onOpen={() => setTo(at + 1)}>
      <span {...grip} style={{ display: "flex", alignItems: "center", cursor: "grab" }}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Move ${name}`}
            style={{ cursor: "grab" }}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
              event.preventDefault();
              const next = at + (event.key === "ArrowUp" ? -1 : 1);
              if (next >= 0 && next < length) onMove(next);
            }}
          >
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </span>
      <Menu.Dropdown>
        <Menu.Item disabled={at === 0} onClick={() => onMove(at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={at >= length - 1} onClick={() => onMove(at + 1)}>
          Move down
        </Menu.Item>
        <Group gap="xs" px="sm" py={6} wrap="nowrap">
          <NumberEntry
            size="xs"
            w={84}
            aria-label={`Place of ${name}, from 1 to ${length}`}
            min={1}
            max={length}
            decimals={0}
            value={to}
            onChange={setTo}
          />
          <Menu.Item w="auto" component="div" p={0} closeMenuOnClick={place !== null}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={place === null}
              onClick={() => place !== null && onMove(place)}
            >
              Move to
            </Button>
          </Menu.Item>
        </Group>
      </Menu.Dropdown>
    </Menu>
  );
}
