import { expect, it } from "vitest";
import { copyField } from "./demo-write";

it("writes values as COPY reads them", () => {
  expect(copyField(null)).toBe("\\N");
  expect(copyField("a\tb\nc\\d")).toBe("a\\tb\\nc\\\\d");
  expect(copyField("\\N")).toBe("\\\\N");
  expect(copyField(true)).toBe("true");
  expect(copyField(12.5)).toBe("12.5");
  expect(copyField(new Date("2031-03-12T10:30:00Z"))).toBe("2031-03-12T10:30:00.000Z");
});
