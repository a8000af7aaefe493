"use client";

import { createContext, useContext } from "react";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";

type Correcting = {
  looked: LookedFile;
  plan: ImportPlan;
  /** The plan as it was corrected last, before the file was looked at by it; null: not yet. */
  corrected: ImportPlan | null;
  onPlan: (plan: ImportPlan) => void;
};

/** What the fields of the plan correct. */
export const PlanContext = createContext<Correcting | null>(null);

export function usePlan(): Correcting {
  const correcting = useContext(PlanContext);
  if (!correcting) throw new Error("A field of the plan stands where the plan is corrected.");
  return correcting;
}
