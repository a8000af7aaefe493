"use client";

import { type DragEvent, useState } from "react";

/**
 * Dragging the members of a list by the pointer; the same is done by keyboard from `MoveMenu`. `row`: where a member can
 * be dropped; `grip`: by what it is dragged, which is the row itself or a part of it. Around inputs it must be a part:
 * in what can be dragged the mouse selects no text.
 */
export function useDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };
  const row = (at: number) => ({
    "data-over": (over === at && from !== null && from !== at) || undefined,
    onDragOver: (event: DragEvent) => {
      if (from === null) return;
      event.preventDefault();
      setOver(at);
    },
    onDrop: (event: DragEvent) => {
      // Text that is dragged into an input goes there.
      if (from === null) return;
      event.preventDefault();
      if (from !== at) onMove(from, from < at ? at - 1 : at);
      end();
    },
  });
  const grip = (at: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", String(at));
      showRow(event);
      setFrom(at);
    },
    onDragEnd: end,
  });
  return { row, grip };
}

/** The whole row goes along with the pointer, whatever part of it is held. */
function showRow({ currentTarget, dataTransfer, clientX, clientY }: DragEvent) {
  const row = currentTarget.closest("li");
  if (!row) return;
  const { left, top } = row.getBoundingClientRect();
  dataTransfer.setDragImage(row, clientX - left, clientY - top);
}

export type Grip = ReturnType<ReturnType<typeof useDrag>["grip"]>;
