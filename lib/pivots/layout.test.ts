import fc from "fast-check";
import { expect, test } from "vitest";
import { type Layout, placeDimension, placeValue, removeValue, replaceDimension, sortAmong, zoneAmong } from "./layout";
import { readValue } from "./values";

const count = readValue("count");
const mean = readValue("mean:q");
if (!count || !mean) throw new Error("Values cannot be read.");
const layout: Layout = { rows: ["a", "b", "c"], columns: ["d"], values: [count] };

test("a dimension moves to where it is dropped, and stands once", () => {
  expect(placeDimension(layout, "a", "rows", 2).rows).toEqual(["b", "a", "c"]);
  expect(placeDimension(layout, "c", "rows", 0).rows).toEqual(["c", "a", "b"]);
  expect(placeDimension(layout, "a", "columns")).toMatchObject({ rows: ["b", "c"], columns: ["d", "a"] });
  expect(replaceDimension(layout, "a", "d")).toMatchObject({ rows: ["d", "b", "c"], columns: [] });
});

test("any moves keep every dimension, once", () => {
  const move = fc.record({
    id: fc.constantFrom("a", "b", "c", "d"),
    side: fc.constantFrom("rows" as const, "columns" as const),
    at: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const { rows, columns } = moves.reduce((now, { id, side, at }) => placeDimension(now, id, side, at), layout);
      expect([...rows, ...columns].toSorted()).toEqual(["a", "b", "c", "d"]);
    }),
  );
});

test("a table keeps its last value", () => {
  expect(removeValue(layout, count).values).toEqual([count]);
  expect(removeValue(placeValue(layout, mean, 0), count).values).toEqual([mean]);
});

test("rows stay sorted by the same value when others come, go and move, and by none when it is gone", () => {
  const share = readValue("column");
  if (!share) throw new Error("A value cannot be read.");
  const before = { sort: "value", sortValue: 1, values: [count, share, mean] } as const;
  const sorted = { ...before, values: [...before.values] };
  const among = (change: (layout: Layout) => Layout) =>
    sortAmong(sorted, change({ ...layout, values: sorted.values }).values);
  expect(among((each) => removeValue(each, count))).toEqual({ sortValue: 0 });
  expect(among((each) => placeValue(each, mean, 0))).toEqual({ sortValue: 2 });
  const none = { sort: "order", descending: false, sortColumn: null, sortValue: 0 };
  expect(among((each) => removeValue(each, share))).toEqual(none);
  // Of an index that no value has, the first sorts.
  expect(sortAmong({ ...sorted, sortValue: 9 }, [share, count])).toEqual({ sortValue: 1 });
  expect(sortAmong({ ...sorted, sort: "label" }, [mean])).toEqual({});
});

test("parts of dates put the zone by which they are shown into the address, where it says none", () => {
  const dated = placeDimension(layout, "_time:month", "rows");
  expect(zoneAmong(null, dated, "Europe/Berlin")).toEqual({ zone: "Europe/Berlin" });
  expect(zoneAmong(null, replaceDimension(layout, "d", "since:day"), "UTC")).toEqual({ zone: "UTC" });
  expect(zoneAmong("Asia/Tokyo", dated, "Europe/Berlin")).toEqual({});
  expect(zoneAmong(null, layout, "Europe/Berlin")).toEqual({});
});
