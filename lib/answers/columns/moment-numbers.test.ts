import { expect, test } from "vitest";
import { momentNumberKind } from "./moment-numbers";
import { momentOf } from "./read-answer";

const read = (cell: string | number) => {
  const found = momentOf(cell, "ymd", { times: "Europe/Berlin", days: "UTC" });
  return found === null ? null : new Date(found).toISOString();
};

test.each<[cell: string | number, iso: string | null]>([
  ["20230703050410", "2023-07-03T03:04:10.000Z"],
  ["20230703", "2023-07-03T00:00:00.000Z"],
  [1688360650, "2023-07-03T05:04:10.000Z"],
  ["1688360650", "2023-07-03T05:04:10.000Z"],
  ["1688360650.5", "2023-07-03T05:04:10.500Z"],
  [1688360650123, "2023-07-03T05:04:10.123Z"],
  ["1688360650123", "2023-07-03T05:04:10.123Z"],
  [45110, "2023-07-03T00:00:00.000Z"],
  [45110.5, "2023-07-03T10:00:00.000Z"],
  ["45110.211226852", "2023-07-03T03:04:10.000Z"],
  ["20230732", null],
  [2023, null],
  ["17", null],
  ["123456789", null],
])("%s is the time %s", (cell, iso) => expect(read(cell)).toBe(iso));

test.each<[cell: string | number, kind: string | null]>([
  ["20230703050410", "compact"],
  ["20231303050410", null],
  [1688360650, "seconds"],
  [1688360650123, "milliseconds"],
  [45110, null],
  ["20230703", null],
])("%s can be little else than %s", (cell, kind) => expect(momentNumberKind(cell)).toBe(kind));
