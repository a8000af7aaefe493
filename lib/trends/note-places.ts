import type { ChartNote } from "@/lib/charts/note-labels";
import type { TrendNote } from "@/lib/contracts/ours/trends";
import type { BucketType } from "@/lib/contracts/terms/analysis";
import { addDays, dayOf, lastDayOf, startOfDay } from "./range";

type PlacedNote = Pick<TrendNote, "day" | "text">;

/** Notes by the start of the bucket that their day lies in. */
export type BucketNotes = ReadonlyMap<number, readonly PlacedNote[]>;

type Buckets = { type: BucketType; timeZone: string };

/** Notes by the start of the bucket in view that their day begins in; those of other days are left out. */
export function notesByBucket(notes: readonly TrendNote[], starts: readonly number[], buckets: Buckets): BucketNotes {
  const places = new Map<number, PlacedNote[]>();
  const last = starts.at(-1);
  const end = last === undefined ? 0 : endOf(last, buckets);
  for (const { day, text } of notes) {
    const moment = startOfDay(day, buckets.timeZone);
    const start = starts.findLast((at) => at <= moment);
    if (start === undefined || moment >= end) continue;
    places.set(start, [...(places.get(start) ?? []), { day, text }]);
  }
  return places;
}

/** When a bucket ends: months and years, and days on which clocks are changed, are of several lengths. */
function endOf(at: number, { type, timeZone }: Buckets): number {
  if (type === "hourly") return at + 3_600_000;
  return startOfDay(addDays(lastDayOf[type](dayOf(at, timeZone)), 1), timeZone);
}

/** The notes of a bucket in one text, as they stand on its line. */
export const chartNotes = (notes: BucketNotes): ChartNote[] =>
  [...notes].map(([at, ofBucket]) => ({ at, text: ofBucket.map(({ text }) => text).join("; ") }));

/** What a table says of notes, in the order of time. */
export const noteLines = (notes: BucketNotes): string[] =>
  [...notes]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, ofBucket]) => ofBucket.map(({ day, text }) => `Note of ${day}: ${text}`));

/** What a picture says of notes, in the order of time: a number and words at each bucket that has some, and all beneath. */
export function numberedNotes(notes: BucketNotes): { marks: ChartNote[]; words: string[] } {
  const ordered = [...notes].toSorted(([one], [other]) => one - other);
  return {
    marks: ordered.map(([at, ofBucket], place) => ({
      at,
      text: `${place + 1} ${ofBucket.map(({ text }) => text).join("; ")}`,
    })),
    words: ordered.map(([, ofBucket], place) => {
      const said = ofBucket.map(({ day, text }) => `${day}: ${text}`);
      return `Note ${place + 1} – ${said.join("; ")}`;
    }),
  };
}
