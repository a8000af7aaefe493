import { expect, test } from "vitest";
import { describeRoleChange } from "./role-words";

test("says what a change of role does, to whom, and from when", () => {
  const person = { name: "Ada", role: "analyst", is_me: false } as const;
  expect(describeRoleChange(person, "manager")).toEqual([
    "Ada will be a project manager instead of an analyst, from the next request on.",
    "From then on Ada may read and change surveys, projects and responses, and read their audit.",
  ]);
  expect(describeRoleChange(person, "analyst")).toEqual([]);
});

test("warns an admin who takes his own role away", () => {
  const me = { name: "Ada", role: "admin", is_me: true } as const;
  expect(describeRoleChange(me, "analyst").at(-1)).toBe(
    "This is your own role: only another admin can give it back to you.",
  );
});
