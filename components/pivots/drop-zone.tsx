"use client";

import { Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { MiddleCut } from "@/components/ui/middle-cut";
import { PopMenu } from "@/components/ui/pop-menu";
import { dropRefusal, isOfBuilder, isTaken, startDrag } from "./drag";
import classes from "./pivot-builder.module.css";
import type { Builder, Dragged, Zone } from "./use-builder";

const zoneNames: Record<Zone, string> = { rows: "Rows", columns: "Columns", values: "Values" };

type DropZoneProps = {
  zone: Zone;
  builder: Builder;
  onDrop: (event: DragEvent) => void;
  /** Stands beside the label. */
  add?: ReactNode;
  /** What is in it; `leave` takes the focus of what goes away. */
  children: (leave: () => void) => ReactNode[];
};

/** What is dropped here is taken, or told why not. */
export function DropZone({ zone, builder, onDrop, add, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const section = useRef<HTMLElement>(null);
  const chips = children(() => requestAnimationFrame(() => section.current?.focus()));
  const isOfValues = zone === "values";
  const refusal = builder.refusalOf(zone);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={zoneNames[zone]}
      className={classes.zone}
      {...(over && { "data-over": true })}
      onDragOver={(event) => {
        if (!isOfBuilder(event)) return;
        event.preventDefault(); // also what is not taken is let go here, and told why
        setOver(isTaken(event, isOfValues));
      }}
      onDragLeave={() => setOver(false)}
      onDropCapture={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        if (isTaken(event, isOfValues)) onDrop(event);
        else if (isOfBuilder(event)) builder.refuse(zone, dropRefusal(event, isOfValues));
      }}
    >
      <Text size="xs" c="dimmed" className={classes.zoneLabel ?? ""}>
        {zoneNames[zone]}
      </Text>
      {chips}
      {chips.length === 0 && (
        <Text size="xs" c="dimmed">
          Drag a field here, or use its menu
        </Text>
      )}
      {add}
      {refusal !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
          {refusal}
        </Text>
      )}
    </section>
  );
}

type ChipProps = {
  label: string;
  dragged: Dragged;
  isOfValues: boolean;
  onDrop: (event: DragEvent) => void;
  children: ReactNode;
};

/** One field of a zone: its button opens what can be done with it, and it can be dragged. */
export function Chip({ label, dragged, isOfValues, onDrop, children }: ChipProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is beside the menu, which does the same by keyboard.
    <span
      draggable
      className={classes.chip}
      onDragStart={(event) => startDrag(event, [dragged])}
      onDrop={(event) => {
        if (!isTaken(event, isOfValues)) return;
        event.preventDefault();
        event.stopPropagation();
        onDrop(event);
      }}
    >
      <PopMenu
        width={230}
        trigger={(opens) => (
          <Button isSmall look="light" {...opens}>
            <span title={label} className={classes.label}>
              <MiddleCut text={label} />
            </span>
            <IconChevronDown size={12} aria-hidden />
          </Button>
        )}
      >
        {children}
      </PopMenu>
    </span>
  );
}
