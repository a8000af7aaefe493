import { expect, test } from "vitest";
import { moveTop, type RowPlace } from "./cell-moves";

/** The tenth of 164 rows under two of the head; ten rows fit into the view, which begins with the first. */
const place: RowPlace = {
  index: 12,
  first: 3,
  last: 166,
  rowTop: 60 + 9 * 30,
  rowHeight: 30,
  headHeight: 60,
  scrollTop: 0,
  viewHeight: 360,
};

test("a page is what is in view less one row, and the view goes with it", () => {
  expect(moveTop({ pages: 1 }, place)).toEqual({ by: 9, top: 270 });
  expect(moveTop({ pages: -1 }, { ...place, index: 32, rowTop: 930, scrollTop: 800 })).toEqual({ by: -9, top: 530 });
});

test("a page ends at the first and the last row", () => {
  expect(moveTop({ pages: -1 }, { ...place, index: 5, rowTop: 120 })).toEqual({ by: -2, top: 0 });
  expect(moveTop({ pages: 1 }, { ...place, index: 166, rowTop: 4950, scrollTop: 4620 }).by).toBe(0);
});

test("a page in a view lower than a row is one row", () => {
  expect(moveTop({ pages: 1 }, { ...place, viewHeight: 70 }).by).toBe(1);
});

test("one row down scrolls only where it is out of view", () => {
  expect(moveTop({ rows: -1 }, place)).toEqual({ by: -1, top: 0 });
  expect(moveTop({ rows: 1 }, place)).toEqual({ by: 1, top: 30 });
});

test("from a row that was scrolled away a move comes back to it", () => {
  expect(moveTop({ rows: 1 }, { ...place, scrollTop: 3000 })).toEqual({ by: 1, top: 300 });
  expect(moveTop({ pages: 1 }, { ...place, scrollTop: 3000 })).toEqual({ by: 9, top: 540 });
});
