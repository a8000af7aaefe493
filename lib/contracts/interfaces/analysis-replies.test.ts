import { expect, test } from "vitest";
import { writeTrend } from "./analysis";
import { readTrend } from "./analysis-replies";

test("buckets have the keys of their points, and their own text where they have no label", () => {
  for (const x of ["4", "2026-01-31T00:00:00", "2026"]) {
    const shares = [{ questionId: "q", codes: [1], points: [{ x }] }];
    const read = readTrend({ responses: {}, buckets: [{ x }], shares });
    expect(read?.buckets).toEqual([{ x: read?.shares[0]?.points[0]?.x, label: x }]);
  }
});

test("a trend that was read and written is read as the same, also where the service said little", () => {
  for (const said of [{}, { shares: [{ questionId: "q", codes: [1], points: [{ x: "4", count: 3 }] }], counted: 3 }]) {
    const read = readTrend({ responses: { score: [{ x: "2026-01-01", mean: "3.00", count: 3 }] }, ...said });
    expect(read && readTrend(JSON.parse(JSON.stringify(writeTrend(read))))).toEqual(read);
  }
});
