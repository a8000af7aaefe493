import type { Tone } from "@/components/ui/badge";
import type { JobItemState } from "@/lib/contracts/terms/jobs";

/** The colour of a step's state. */
export const jobItemTones: Record<JobItemState, Tone> = {
  waiting: "gray",
  running: "gray",
  done: "green",
  unchanged: "gray",
  refused: "orange",
  failed: "red",
  uncertain: "red",
  cancelled: "gray",
};
