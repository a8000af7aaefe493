import { expect, test } from "vitest";
import { keptNames, keptWhole } from "./last-reads";

test("nothing is kept of the built-in service, which answers at once", () => {
  const viewer = {
    connection: "built-in",
    email: "m@example.test",
    name: "M",
    role: "manager" as const,
    accounts: [],
    token: "",
  };
  const context = { viewer, requestId: "r", origin: "page" as const };
  expect(keptWhole(context, ["users"])).toBeNull();
  expect(keptNames(context, "project", ["p1"])).toBeNull();
});
