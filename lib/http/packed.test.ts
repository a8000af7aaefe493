import fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack } from "./packed";

test("any plain value is the same when it is unpacked", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
      expect(unpack(pack(value))).toEqual(value);
    }),
  );
});

test("rows have the names of their members once, whichever of them are there", () => {
  const rows = [
    { id: "a", figures: { starts: 1, completes: null } },
    { id: "b", figures: { starts: 2, completes: 1 } },
    { id: "c", figures: null, name: undefined },
  ];
  const packed = pack(rows);
  expect(packed).toEqual({
    shapes: [
      ["id", "figures"],
      ["starts", "completes"],
    ],
    value: [0, [1, "a", [2, 1, null]], [1, "b", [2, 2, 1]], [1, "c", null]],
  });
  expect(unpack(packed)).toEqual(rows);
});

test("what is on its way stays what it is", async () => {
  const promise = Promise.resolve(1);
  expect(await unpack(pack({ queries: [{ promise }] })).queries[0]?.promise).toBe(1);
});

test("a member whose name means something to JavaScript is a member like others", () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "toString": [2]}');
  expect(JSON.stringify(unpack(pack(value)))).toBe(JSON.stringify(value));
});
