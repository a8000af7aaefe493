"use client";

import { IconGripVertical } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { NumberEntry } from "@/components/ui/number-entry";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import classes from "./move-menu.module.css";
import type { Grip } from "./use-drag";

type MoveProps = {
  /** What is moved, as part of a sentence. */
  name: string;
  at: number;
  length: number;
  /** The place that it shall have, from 0. */
  onMove: (to: number) => void;
};

type Props = MoveProps & {
  /** What makes it the part that is held; absent where the whole row is. */
  grip?: Grip;
};

/** Moves a member of a list: dragged by it with the pointer, or chosen from its menu. Alt and an arrow move at once. */
export function MoveMenu({ grip, ...move }: Props) {
  const { name, at, length, onMove } = move;
  return (
    <PopMenu
      trigger={(opens) => (
        <span {...grip} className={classes.grip}>
          <Button
            look="subtle"
            isSmall
            isSquare
            aria-label={`Move ${name}`}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
              event.preventDefault();
              const next = at + (event.key === "ArrowUp" ? -1 : 1);
              if (next >= 0 && next < length) onMove(next);
            }}
            {...opens}
          >
            <IconGripVertical size={16} aria-hidden />
          </Button>
        </span>
      )}
    >
      <MenuItem isDisabled={at === 0} onClick={() => onMove(at - 1)}>
        Move up
      </MenuItem>
      <MenuItem isDisabled={at >= length - 1} onClick={() => onMove(at + 1)}>
        Move down
      </MenuItem>
      <ToPlace {...move} />
    </PopMenu>
  );
}

/** A place by its number, each time from where the member is. */
function ToPlace({ name, at, length, onMove }: MoveProps) {
  const [to, setTo] = useState<number | null>(at + 1);
  const place = to !== null && to >= 1 && to <= length ? to - 1 : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: in the field the arrows count, and do not go on in the menu
    <div className={classes.place} onKeyDown={(event) => event.target instanceof HTMLInputElement && keepArrows(event)}>
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
      <MenuItem isDisabled={place === null} onClick={() => place !== null && onMove(place)}>
        Move to
      </MenuItem>
    </div>
  );
}

const keepArrows = (event: { key: string; stopPropagation: () => void }) =>
  ["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key) && event.stopPropagation();
