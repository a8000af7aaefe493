import { expect, test } from "vitest";
import { timeZoneSchema } from "@/lib/contracts/ours/settings";
import { offsetAt, timeZoneChoices } from "./time-zone-choices";

const JULY = Date.UTC(2026, 6, 1);
const JANUARY = Date.UTC(2026, 0, 1);

test("every zone that is offered is one that the server takes, under its present name, once", () => {
  const names = timeZoneChoices(JULY, "Asia/Calcutta", "UTC").map(({ value }) => value);
  expect(names.length).toBeGreaterThan(300);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !timeZoneSchema.safeParse(name).success)).toEqual([]);
  for (const name of ["UTC", "Asia/Kolkata", "Europe/Kyiv", "America/New_York"]) expect(names).toContain(name);
  for (const name of ["Asia/Calcutta", "Europe/Kiev"]) expect(names).not.toContain(name);
});

test("names the offset of the day, in summer as in winter", () => {
  const label = (at: number) => timeZoneChoices(at).find(({ value }) => value === "America/New_York")?.label;
  expect(label(JULY)).toBe("America/New York (UTC-04:00)");
  expect(label(JANUARY)).toBe("America/New York (UTC-05:00)");
  expect(offsetAt("Asia/Kolkata", JULY)).toBe("UTC+05:30");
  expect(offsetAt("Mars/Olympus", JULY)).toBeNull();
});
