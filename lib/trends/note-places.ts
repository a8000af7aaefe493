import type { TrendNote } from "@/lib/contracts/trends";
import { startOfDay } from "./range";

type PlacedNote = Pick<TrendNote, "day" | "text">;

/** Notes by the start of the bucket that their day lies in. */
export type BucketNotes = ReadonlyMap<number, readonly PlacedNote[]>;

/** Notes by the start of the bucket in view that their day begins in; those of other days are left out. */
export function notesByBucket(
  notes: readonly TrendNote[],
  starts: readonly number[],
  { timeZone, bucketMs }: { timeZone: string; bucketMs: number },
): BucketNotes {
  const places = new Map<number, PlacedNote[]>();
  const last = starts.at(-1);
  for (const { day, text } of notes) {
    const moment = startOfDay(day, timeZone);
    const start = starts.findLast((at) => at <= moment);
    if (start === undefined || last === undefined || moment >= last + bucketMs) continue;
    places.set(start, [...(places.get(start) ?? []), { day, text }]);
  }
  return places;
}

/** What a picture says of notes, in the order of time: a number at each bucket that has some, and the numbers' words. */
export function numberedNotes(notes: BucketNotes): { marks: { at: number; mark: string }[]; words: string[] } {
  const ordered = [...notes].toSorted(([one], [other]) => one - other);
  return {
    marks: ordered.map(([at], place) => ({ at, mark: String(place + 1) })),
    words: ordered.map(([, ofBucket], place) => {
      const said = ofBucket.map(({ day, text }) => `${day}: ${text}`);
      return `Note ${place + 1} – ${said.join("; ")}`;
    }),
  };
}
