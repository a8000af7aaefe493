import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import { Temporal } from "temporal-polyfill";
import { beforeAll, describe, expect, test } from "vitest";
import { bucketBoundaries } from "@/lib/contracts/calendar/trend-buckets";
import { type BucketType, bucketTypes } from "@/lib/contracts/terms/analysis";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readTrend } from "@/lib/stores/clickhouse/trend";
import { question, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { writePoints } from "./write-points";

/**
 * Real polls: every point of every kind of bucket against plain loops over the file, with the calendar of `Intl` instead
 * of ours. The file's polls lie in 2017 to 2019; the same again begins shortly before a leap day.
 */
const FILE = fileURLToPath(new URL("../../../../shared/data/mueller-approval-polls.csv", import.meta.url));
const isThere = existsSync(FILE);
if (!isThere) process.stdout.write(`Skipped, without the real polls: there is no ${FILE}\n`);

type Poll = { time: number; answers: Record<string, number | null> };
const columns = ["Approve", "Disapprove", "Unsure", "Sample Size"];
const LATER_MS = Date.parse("2020-02-20T00:00:00Z") - Date.parse("2017-07-20T00:00:00Z");

function readPolls(): Poll[] {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(FILE, "utf8"), {
    header: true,
    skipEmptyLines: true,
  });
  const polls = data.map((row, place): Poll => {
    const [month = 0, day = 0, year = 0] = (row.Start ?? "").split("/").map(Number);
    const answers = columns.map((name) => [name, row[name] ? Number(row[name]) : null]);
    // At odd times of the day, so that hours and zones differ.
    return { time: Date.UTC(2000 + year, month - 1, day, 0, place * 37), answers: Object.fromEntries(answers) };
  });
  return [...polls, ...polls.map(({ time, answers }) => ({ time: time + LATER_MS, answers }))];
}

/** What the calendar calls a moment's bucket; an hour with what it is ahead of UTC, as clocks repeat one. */
const names: Record<BucketType, (moment: Temporal.ZonedDateTime) => string> = {
  hourly: (moment) => `${moment.toPlainDate()} ${moment.hour} ${moment.offset}`,
  daily: (moment) => `${moment.toPlainDate()}`,
  weekly_from_monday: (moment) => `${moment.yearOfWeek} ${moment.weekOfYear}`,
  weekly_from_sunday: (moment) => names.weekly_from_monday(moment.add({ days: 1 })),
  monthly: (moment) => `${moment.year}-${moment.month}`,
  quarterly: (moment) => `${moment.year} ${Math.ceil(moment.month / 3)}`,
  yearly: (moment) => `${moment.year}`,
};

const namer = (type: BucketType, timeZone: string) => (at: number) =>
  names[type](Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone));

const questions = columns.map((name, place) => question(place + 1, name, "numeric"));
const polls = isThere ? readPolls() : [];

describe.skipIf(!isThere)("the polls of a real file", () => {
  withEngine();
  beforeAll(async () => {
    await writeAnswers("polls", questions, polls);
  });

  const spans: [name: string, from: string, to: string][] = [
    ["around the end of 2017", "2017-10-29T05:30:00Z", "2018-03-01T00:00:00Z"],
    ["around a leap day", "2020-02-19T00:00:00Z", "2020-04-02T11:11:11Z"],
    ["all of them", "2017-05-17T00:00:00Z", "2023-01-01T00:00:00Z"],
  ];
  const zones = ["UTC", "America/New_York", "Europe/Berlin"];
  const cases = spans.flatMap((span) => zones.flatMap((zone) => bucketTypes.map((type) => ({ span, zone, type }))));
  for (const { span, zone, type } of cases) {
    const [name, fromText, toText] = span;
    if (type === "hourly" && name === "all of them") continue; // more than 10,000
    test(`${name}, ${type}, ${zone}`, async () => {
      const [from, to] = [Date.parse(fromText), Date.parse(toText)];
      const boundaries = bucketBoundaries({ from, to }, type, zone) ?? [];
      const series = columns.map((id) => ({ id, questionIds: [id] }));
      const calendar = { type, timeZone: zone };
      const asking = { table: "polls", questions, series, from, to, boundaries, calendar };
      const found = await readTrend(
        { ...asking, filter: [], weight: null, excluded: nobodyExcluded, includeExcluded: false },
        {},
      );
      const starts = boundaries.slice(0, -1);
      const nameOf = namer(type, zone);
      expect(new Set(starts.map(nameOf)).size).toBe(starts.length);
      for (const id of columns) {
        const inRange = polls.filter(({ time, answers }) => time >= from && time < to && answers[id] !== null);
        const numbers = inRange.map(({ answers }) => answers[id] ?? 0);
        const named = new Map<string, number[]>();
        for (const { time, answers } of inRange) {
          const bucket = nameOf(time);
          named.set(bucket, [...(named.get(bucket) ?? []), answers[id] ?? 0]);
        }
        const points = writePoints(
          starts.map((at) => new Date(at).toISOString()),
          found.means.get(id) ?? [],
          { weighted: false, quartiles: false },
        );
        expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
        expect(numbers.length).toBeGreaterThan(0);
        for (const point of points) {
          const inside = named.get(nameOf(Date.parse(point.x))) ?? [];
          const mean = inside.reduce((sum, each) => sum + each, 0) / inside.length;
          if (inside.length === 0 && point.count === 0 && point.mean === 0) continue;
          expect(point).toMatchObject({
            mean: mean.toFixed(2),
            min: Math.min(...numbers),
            max: Math.max(...numbers),
            count: inside.length,
            bucketMin: Math.min(...inside),
            bucketMax: Math.max(...inside),
          });
          const squares = inside.reduce((sum, each) => sum + (each - mean) ** 2, 0);
          if (inside.length < 2) expect(point.variance).toBeNull();
          else expect(point.variance).toBeCloseTo(squares / (inside.length - 1), 8);
        }
      }
    });
  }
});
