export const bucketTypes = ["hourly", "daily", "monthly", "yearly"] as const;

export type BucketType = (typeof bucketTypes)[number];

export const MOST_BUCKETS = 10_000;

export const MOST_POINTS = 200_000;

/** How many questions a request can name; as many lines can it join them to, and as many questions to each. */
export const MOST_QUESTIONS = 2000;
