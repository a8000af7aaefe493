import type { KeyedInterface } from "@/lib/contracts/interface-list";

/** Interfaces that are called with a key, as a person says them. */
export const keyedNames: Record<KeyedInterface, string> = {
  activation: "Duplicate check",
  analysis: "Trends",
  pivot: "Pivot",
};
