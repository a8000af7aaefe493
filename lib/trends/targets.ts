import type { Target } from "@/lib/charts/chart-model";
import { isObject, readAll } from "@/lib/contracts/lenient";

/** Values that lines should reach, as they stand in an address and in saved views. */

export const MOST_TARGETS = 20;
export const MOST_TARGET_NAME = 60;
/** Larger ones are typed by mistake. */
export const LARGEST_TARGET = 1_000_000_000;

const MOST_LINE_ID = 500;

function readTarget(target: unknown): Target | null {
  if (!isObject(target)) return null;
  const { line, value, name } = target;
  if (typeof line !== "string" || line.trim() === "" || line.length > MOST_LINE_ID) return null;
  if (typeof value !== "number" || !(Math.abs(value) <= LARGEST_TARGET)) return null;
  return typeof name === "string" && name.length <= MOST_TARGET_NAME ? { line, value, name } : null;
}

/** The targets of an address; null when any cannot be read. */
export const readTargets = (value: unknown): Target[] | null => readAll(value, MOST_TARGETS, readTarget);
