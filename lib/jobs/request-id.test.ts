import { expect, test } from "vitest";
import { requestIds } from "./request-id";

test("an id stays as long as the same is asked for, and is another one for anything else", () => {
  const idOf = requestIds();
  const first = idOf({ title: "Copy", surveys: ["DE"] });
  expect(idOf({ title: "Copy", surveys: ["DE"] })).toBe(first);
  const both = idOf({ title: "Copy", surveys: ["DE", "FR"] });
  expect(both).not.toBe(first);
  expect(idOf({ title: "Copy", surveys: ["DE", "FR"] })).toBe(both);
});
