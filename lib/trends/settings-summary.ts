import type { BucketType } from "@/lib/contracts/terms/analysis";
import { EVERYBODY } from "./comparison";
import type { Told } from "./remarks";

const bucketWords: Record<BucketType, string> = {
  hourly: "by hours",
  daily: "by days",
  weekly_from_monday: "by weeks",
  weekly_from_sunday: "by weeks from Sunday",
  monthly: "by months",
  quarterly: "by quarters",
  yearly: "by years",
};

type Shown = Pick<Told, "lines" | "buckets" | "weight" | "filter" | "cuts" | "compared">;

/** The settings of a trend in one line, for while they are hidden. */
export function settingsSummary({ lines, buckets, weight, filter, cuts, compared }: Shown): string {
  const [first] = lines;
  return [
    first && (lines.length === 1 ? first.title : `${first.title} and ${lines.length - 1} more`),
    buckets.kind === "time" ? bucketWords[buckets.type] : `by ${buckets.question}`,
    weight === null ? "Unweighted" : `Weighted by ${weight}`,
    filter === EVERYBODY ? null : filter,
    cuts.length > 0 ? `Groups: ${cuts.map(({ name }) => name).join(", ")}` : null,
    compared && `Compared with ${compared.names.other}`,
  ]
    .filter((part) => typeof part === "string")
    .join(" · ");
}
