import { expect, test } from "vitest";
import * as z from "zod";
import { readStored, UnreadableJson } from "./stored-json";

const schema = z.object({ n: z.number() });

test("what fits is read without what nobody knows", () => {
  expect(readStored(schema, { n: 1, more: 2 }, "The count of a")).toEqual({ n: 1 });
});

test("what does not fit is refused by what it is and where it differs", () => {
  const read = () => readStored(schema, { n: "1" }, "The count of a");
  expect(read).toThrow(UnreadableJson);
  expect(read).toThrow(/^The count of a cannot be read: .*expected number[\s\S]*at n$/);
});
