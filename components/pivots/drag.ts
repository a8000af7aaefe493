import type { DragEvent } from "react";
import { readValue, valueText } from "@/lib/pivots/values";
import type { Dragged } from "./use-builder";

/** A type of our own: what is dragged in from elsewhere is none of a table's. */
const DIMENSION = "application/x-pivot-dimension";
const VALUE = "application/x-pivot-value";

export function startDrag(event: DragEvent, dragged: Dragged[]): void {
  for (const each of dragged) {
    if ("dimension" in each) event.dataTransfer.setData(DIMENSION, each.dimension);
    else event.dataTransfer.setData(VALUE, valueText(each.value));
  }
  event.dataTransfer.effectAllowed = "move";
}

/** Whether a zone takes what is over it: its content is not to be read before it is dropped. */
export const isTaken = (event: DragEvent, isOfValues: boolean): boolean =>
  event.dataTransfer.types.includes(isOfValues ? VALUE : DIMENSION);

export function droppedDimension(event: DragEvent): string | null {
  return event.dataTransfer.getData(DIMENSION) || null;
}

export const droppedValue = (event: DragEvent) => readValue(event.dataTransfer.getData(VALUE));
