export const jobStates = ["waiting", "running", "paused", "signed out", "cancelled", "done"] as const;

export type JobState = (typeof jobStates)[number];

/** As a person reads them. */
export const jobStateNames: Record<JobState, string> = {
  waiting: "Waiting",
  running: "Running",
  paused: "Paused",
  "signed out": "Sign in to continue",
  cancelled: "Cancelled",
  done: "Done",
};

export const jobItemStates = [
  "waiting",
  "running",
  "done",
  "unchanged",
  "refused",
  "failed",
  "uncertain",
  "cancelled",
] as const;

export type JobItemState = (typeof jobItemStates)[number];

/** Of steps that are over. */
export const endedStates = jobItemStates.filter((state) => state !== "waiting" && state !== "running");
