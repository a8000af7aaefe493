import { expect, test } from "vitest";
import { readBuckets, readShares } from "./trend-shares";

test("buckets have the keys of their points, and their own text where they have no label", () => {
  for (const x of ["4", "2026-01-31T00:00:00", "2026"]) {
    const [bucket] = readBuckets({ buckets: [{ x }] }) ?? [];
    const [share] = readShares({ shares: [{ questionId: "q", codes: [1], points: [{ x }] }] });
    expect(bucket).toEqual({ x: share?.points[0]?.x, label: x });
  }
});
