import type { RespondentSummary } from "@/lib/contracts/ours/respondents";
import { type ScoreBand, scoreBands } from "@/lib/contracts/terms/respondents";

type InBands = RespondentSummary["totals"];
type Day = RespondentSummary["days"][number];

/** A band's part of a bar, in percent of it. */
export type BandPart = { band: ScoreBand; respondents: number; percent: number };

export const sumOfBands = (bands: InBands): number => scoreBands.reduce((sum, band) => sum + bands[band], 0);

/** `part` of `whole` in percent; null: there is nothing to take a share of. */
export const percentOf = (part: number, whole: number): number | null => (whole > 0 ? (part * 100) / whole : null);

export function bandParts(bands: InBands): BandPart[] {
  const sum = sumOfBands(bands);
  return scoreBands
    .filter((band) => bands[band] > 0)
    .map((band) => ({ band, respondents: bands[band], percent: (bands[band] * 100) / sum }));
}

/** One bar of time: days from the first to the last; null: nobody was scored in them. */
export type TimeBar = { from: string; to: string; respondents: number; good: number; percentGood: number | null };

export const MOST_BARS = 42;
const DAY_MS = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The share good over time, in bars of so many days that all fit; days without respondents are gaps. */
export function prepareBars(days: readonly Day[]): TimeBar[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const start = Date.parse(first.day);
  const span = Math.round((Date.parse(last.day) - start) / DAY_MS) + 1;
  const width = Math.ceil(span / MOST_BARS);
  const bars = Array.from({ length: Math.ceil(span / width) }, (_, at) => ({
    from: dayOf(start + at * width * DAY_MS),
    to: dayOf(start + (Math.min((at + 1) * width, span) - 1) * DAY_MS),
    respondents: 0,
    good: 0,
  }));
  for (const { day, respondents, good } of days) {
    const bar = bars[Math.floor(Math.round((Date.parse(day) - start) / DAY_MS) / width)];
    if (!bar) continue;
    bar.respondents += respondents;
    bar.good += good;
  }
  return bars.map((bar) => ({ ...bar, percentGood: percentOf(bar.good, bar.respondents) }));
}

type Agreement = RespondentSummary["agreement"][number];

/** Of those whom a rule suspects and a reviewer excluded or kept: how many were excluded, in percent. */
export const agreementPercent = ({ excluded, kept }: Pick<Agreement, "excluded" | "kept">): number | null =>
  percentOf(excluded, excluded + kept);
