"use client";

import { type DragEvent, useState } from "react";

/** Dragging the members of a list by the pointer; the same is done by keyboard from `MoveMenu`. */
export function useDrag(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };
  return (at: number) => ({
    draggable: true,
    "data-over": (over === at && from !== null && from !== at) || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", String(at));
      setFrom(at);
    },
    onDragOver: (event: DragEvent) => {
      if (from === null) return;
      event.preventDefault();
      setOver(at);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (from !== null && from !== at) onMove(from, from < at ? at - 1 : at);
      end();
    },
    onDragEnd: end,
  });
}
