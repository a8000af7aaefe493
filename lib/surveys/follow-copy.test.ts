import { expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { changedRows, followCopy, isNewerCopy, isOnItsWay, nothingInCopy } from "./follow-copy";

const survey = (id: string, name = id) => ({ id, name }) as Survey;
const page = (as_of: string | null, ...items: Survey[]) => ({ items, total: items.length, as_of });
const [EARLIER, LATER] = ["2026-03-01T18:06:00.000Z", "2026-03-01T18:07:00.000Z"];

test("counts rows that changed, came or went, wherever they stand", () => {
  const before = [survey("a"), survey("b"), survey("c")];
  expect(changedRows(before, [survey("c"), survey("a"), survey("b")])).toBe(0);
  expect(changedRows(before, [survey("a", "renamed"), survey("b"), survey("d")])).toBe(3);
});

test("takes a newer copy in at once while nobody holds on to the rows", () => {
  const fresh = page(LATER, survey("a", "renamed"));
  expect(followCopy(page(EARLIER, survey("a")), fresh, false)).toEqual({ page: fresh, waiting: 0 });
});

test("keeps held rows as they are and says how many a newer copy changes", () => {
  const shown = page(EARLIER, survey("a"), survey("b"));
  expect(followCopy(shown, page(LATER, survey("a", "renamed"), survey("b")), true)).toEqual({
    page: shown,
    waiting: 1,
  });
});

test("takes a newer copy in under a hand when it changes no row: only its age is another", () => {
  const fresh = page(LATER, survey("a"));
  expect(followCopy(page(EARLIER, survey("a")), fresh, true)).toEqual({ page: fresh, waiting: 0 });
});

test("shows a write of one's own, and what the service itself answers, even in held rows", () => {
  const written = page(EARLIER, survey("a", "renamed"));
  expect(followCopy(page(EARLIER, survey("a")), written, true).page).toBe(written);
  const live = page(null, survey("a", "renamed"));
  expect(followCopy(page(EARLIER, survey("a")), live, true).page).toBe(live);
  expect(followCopy(undefined, live, true).page).toBe(live);
});

test("reads a list anew only for a copy later than its own", () => {
  expect(isNewerCopy(LATER, EARLIER)).toBe(true);
  expect([isNewerCopy(EARLIER, EARLIER), isNewerCopy(null, EARLIER), isNewerCopy(LATER, null)]).not.toContain(true);
});

test("a newer copy is on its way while it is read, and where one is old that has no trouble", () => {
  const on = (copy: Parameters<typeof isOnItsWay>[0], seconds: number) =>
    isOnItsWay(copy, EARLIER, Date.parse(EARLIER) + seconds * 1000);
  const idle = { is_being_read: false, problem: null };
  expect([on(idle, 30), on({ ...idle, is_being_read: true }, 30), on(idle, 61)]).toEqual([false, true, true]);
  expect([on({ ...idle, problem: "Production is not responding." }, 61), on(null, 61)]).toEqual([false, false]);
});

test("a copy in which nothing is found is said to be one, and what becomes of it", () => {
  const says = (copy: Parameters<typeof nothingInCopy>[1]) => nothingInCopy("18:06", copy);
  const found = "Searching a copy from 18:06: no survey matches these filters.";
  expect(says(null)).toBe(found);
  expect(says({ is_being_read: true, problem: "No." })).toBe(`${found} A newer copy is being read.`);
  expect(says({ is_being_read: false, problem: "Production is not responding." })).toBe(
    `${found} It could not be refreshed: Production is not responding.`,
  );
});
