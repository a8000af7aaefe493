/** Finest first. Weeks and quarters are ours: another service may know the others alone. */
export const bucketTypes = [
  "hourly",
  "daily",
  "weekly_from_monday",
  "weekly_from_sunday",
  "monthly",
  "quarterly",
  "yearly",
] as const;

export type BucketType = (typeof bucketTypes)[number];

export const MOST_BUCKETS = 10_000;

export const MOST_POINTS = 200_000;

/** How many questions a request can name; as many lines can it join them to, and as many questions to each. */
export const MOST_QUESTIONS = 2000;
