import type { DragEvent } from "react";
import { readValue, valueText } from "@/lib/pivots/values";
import type { Dragged } from "./use-builder";

/** Types of our own: what is dragged in from elsewhere is none of a table's. */
const OURS = "application/x-pivot-";
const DIMENSION = `${OURS}dimension`;
const VALUE = `${OURS}value`;
const NO_DIMENSION = `${OURS}no-dimension`;
const NO_VALUE = `${OURS}no-value`;

/** Why it is not taken as the one or the other. */
type Refusals = { dimension: string | null; value: string | null };

export function startDrag(event: DragEvent, dragged: Dragged[], refusals?: Refusals): void {
  const { dataTransfer } = event;
  for (const each of dragged) {
    if ("dimension" in each) dataTransfer.setData(DIMENSION, each.dimension);
    else dataTransfer.setData(VALUE, valueText(each.value));
  }
  if (refusals?.dimension) dataTransfer.setData(NO_DIMENSION, refusals.dimension);
  if (refusals?.value) dataTransfer.setData(NO_VALUE, refusals.value);
  dataTransfer.effectAllowed = "move";
}

/** Whether it is of the builder, taken by this zone or not. */
export const isOfBuilder = (event: DragEvent): boolean =>
  event.dataTransfer.types.some((type) => type.startsWith(OURS));

/** Whether a zone takes what is over it: its content is not to be read before it is dropped. */
export const isTaken = (event: DragEvent, isOfValues: boolean): boolean =>
  event.dataTransfer.types.includes(isOfValues ? VALUE : DIMENSION);

/** Why a zone does not take what was dropped on it. */
export const dropRefusal = (event: DragEvent, isOfValues: boolean): string =>
  event.dataTransfer.getData(isOfValues ? NO_VALUE : NO_DIMENSION) ||
  (isOfValues
    ? "Values take figures of a question: use “To values” in the menu of its field."
    : "Rows and columns take questions, not values.");

export function droppedDimension(event: DragEvent): string | null {
  return event.dataTransfer.getData(DIMENSION) || null;
}

export const droppedValue = (event: DragEvent) => readValue(event.dataTransfer.getData(VALUE));
