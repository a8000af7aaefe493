import type { BucketType } from "@/lib/contracts/terms/analysis";
import { CHARACTER_WIDTH } from "./fitted";

export type Tick = { at: number; label: string };

/** Pixels from the last tick of an axis to the end of its label, whose middle stands at the tick; browsers' fonts differ. */
export const roomAfterTicks = (ticks: readonly Tick[]): number =>
  Math.ceil(((ticks.at(-1)?.label.length ?? 0) * CHARACTER_WIDTH) / 2) + 4;

/** Round values from at or below `low` to at or above `high`: steps of 1, 2 or 5 times a power of ten. */
export function valueTicks(low: number, high: number, most = 5): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) {
    const half = Math.max(0.5, Math.abs(low) * 1e-9); // of large numbers a half is nothing
    return valueTicks(low - half, low + half, most);
  }
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  const digits = Math.max(0, -Math.floor(Math.log10(step)) + 1);
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toFixed(Math.min(digits, 20))),
  );
}

/** What an axis of values takes up beside its plot, at least, in pixels. */
export const LEAST_ROOM = 46;

/** Pixels that the labels of an axis of values take up beside its plot. */
export const roomForValues = (labels: readonly string[]): number =>
  Math.max(LEAST_ROOM, Math.ceil(Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER_WIDTH) + 10);

/** Decimal places by which each value of an axis reads differently from the next. */
export function decimalsOf([first = 0, second = first + 1]: readonly number[]): number {
  return Math.max(0, -Math.floor(Math.log10(second - first) + 1e-9));
}

type Clock = { year: string; month: string; day: string; hour: string; weekday: string };

function clockIn(timeZone: string): (at: number) => Clock {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    weekday: "short",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), weekday: part("weekday") };
  };
}

const QUARTERS = ["Jan", "Apr", "Jul", "Oct"];

/** What an axis may be divided by, fine to coarse: whether a bucket begins such a piece, and its label. */
const divisions: { begins: (clock: Clock) => boolean; label: (clock: Clock) => string }[] = [
  { begins: () => true, label: ({ hour, day, month }) => (hour === "00" ? `${day} ${month}` : `${hour}:00`) },
  {
    begins: ({ hour }) => Number(hour) % 6 === 0,
    label: ({ hour, day, month }) => (hour === "00" ? `${day} ${month}` : `${hour}:00`),
  },
  { begins: ({ hour }) => hour === "00", label: ({ day, month }) => `${day} ${month}` },
  { begins: ({ hour, weekday }) => hour === "00" && weekday === "Mon", label: ({ day, month }) => `${day} ${month}` },
  { begins: ({ day, hour }) => day === "1" && hour === "00", label: ({ month, year }) => `${month} ${year}` },
  {
    begins: ({ day, hour, month }) => day === "1" && hour === "00" && QUARTERS.includes(month),
    label: ({ month, year }) => `${month} ${year}`,
  },
  {
    begins: ({ day, hour, month }) => day === "1" && hour === "00" && (month === "Jan" || month === "Jul"),
    label: ({ month, year }) => `${month} ${year}`,
  },
  { begins: ({ day, hour, month }) => day === "1" && hour === "00" && month === "Jan", label: ({ year }) => year },
];

/** The finest of them that a bucket can begin; null: weeks begin none of the coarser ones, and are counted. */
const finest: Record<BucketType, number | null> = {
  hourly: 0,
  daily: 2,
  weekly_from_monday: null,
  weekly_from_sunday: null,
  monthly: 4,
  quarterly: 5,
  yearly: 7,
};

type TimeAxis = { type: BucketType; timeZone: string; most: number };

/**
 * Where a time axis is divided, at most `most` times, at starts of buckets that begin an hour, a day, a week, a month,
 * a quarter, half a year or a year by the clock of `timeZone`; weeks, and where nothing fits, evenly.
 */
export function timeTicks(starts: readonly number[], { type, timeZone, most }: TimeAxis): Tick[] {
  const clock = clockIn(timeZone);
  const clocks = starts.map((at) => ({ at, clock: clock(at) }));
  for (const { begins, label } of divisions.slice(finest[type] ?? divisions.length)) {
    const found = clocks.filter(({ clock: each }) => begins(each));
    if (found.length >= Math.min(2, starts.length) && found.length <= most)
      return found.map(({ at, clock: each }) => ({ at, label: label(each) }));
  }
  const years = clocks.filter(({ clock: each }, at) => clocks[at - 1]?.clock.year !== each.year);
  const withYear = years.length > 1 && finest[type] === null;
  const dayName = ({ day, month, year }: Clock) => `${day} ${month}${withYear ? ` ${year}` : ""}`;
  const [from, name] = years.length > most ? [years, (each: Clock) => each.year] : [clocks, dayName];
  const step = Math.ceil(from.length / Math.max(1, most));
  return from.filter((_, at) => at % step === 0).map(({ at, clock: each }) => ({ at, label: name(each) }));
}
