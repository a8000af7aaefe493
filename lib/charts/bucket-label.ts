import type { BucketType } from "@/lib/contracts/terms/analysis";

const day = { day: "numeric", month: "short", year: "numeric" } as const;

const forms: Record<BucketType, Intl.DateTimeFormatOptions> = {
  hourly: { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  daily: { weekday: "short", ...day },
  weekly_from_monday: day,
  weekly_from_sunday: day,
  monthly: { month: "long", year: "numeric" },
  quarterly: { month: "numeric", year: "numeric" },
  yearly: { year: "numeric" },
};

const weekName = (format: Intl.DateTimeFormat, at: number) => `Week of ${format.format(at)}`;

/** Names that say more than the date; null: the date is the name. */
const named: Record<BucketType, ((format: Intl.DateTimeFormat, at: number) => string) | null> = {
  hourly: null,
  daily: null,
  weekly_from_monday: weekName,
  weekly_from_sunday: weekName,
  monthly: null,
  quarterly(format, at) {
    const of = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `Q${Math.ceil(Number(of.get("month")) / 3)} ${of.get("year")}`;
  },
  yearly: null,
};

const HOUR_MS = 3_600_000;

/**
 * Names buckets by their start on a zone's clock: "March 2031", "Week of 5 Jan 2031", "Q1 2031". An hour that the clock shows twice, as it goes back, has
 * its offset behind it.
 */
export function bucketLabeller(type: BucketType, timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { ...forms[type], timeZone });
  const name = named[type];
  if (name) return (at) => name(format, at);
  if (type !== "hourly") return (at) => format.format(at);
  const exact = new Intl.DateTimeFormat("en-GB", { ...forms[type], timeZone, timeZoneName: "shortOffset" });
  return (at) => {
    const label = format.format(at);
    const isTwice = [at - HOUR_MS, at + HOUR_MS].some((beside) => format.format(beside) === label);
    return isTwice ? exact.format(at) : label;
  };
}

/**
 * The zone whose clock the buckets begin by: the one asked for if they do, else UTC, for a service need not know of
 * zones. Hours begin alike in most.
 */
export function zoneOfBuckets(starts: readonly number[], type: BucketType, timeZone: string): string {
  if (type === "hourly" || timeZone === "UTC") return timeZone;
  const utc = starts.every((at) => at % 86_400_000 === 0);
  if (!utc) return timeZone;
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return starts.every((at) => format.format(at) === "00:00") ? timeZone : "UTC";
}
