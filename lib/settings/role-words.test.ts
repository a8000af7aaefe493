import { expect, test } from "vitest";
import { may, type Permission, roles } from "@/lib/contracts/rules/permissions";
import { describeRoleChange, roleMays } from "./role-words";

test("says what a change of role does, to whom, and from when", () => {
  const person = { name: "Ada", role: "analyst", is_me: false } as const;
  expect(describeRoleChange(person, "manager")).toEqual([
    "Ada will be a project manager instead of an analyst, from the next request on.",
    "From then on Ada may change surveys, projects and responses, look up the duplicate check, and read their audit.",
  ]);
  expect(describeRoleChange(person, "analyst")).toEqual([]);
});

test("warns an admin who takes his own role away", () => {
  const me = { name: "Ada", role: "admin", is_me: true } as const;
  expect(describeRoleChange(me, "analyst").at(-1)).toBe(
    "This is your own role: only another admin can give it back to you.",
  );
});

test("what a role may do and another may not is said of it", () => {
  const told: [Permission, RegExp][] = [
    ["surveys:write", /change surveys/],
    ["duplicates:read", /look up the duplicate check/],
    ["duplicates:act", /switch the duplicate check/],
    ["answers:write", /import answers.* change questions and weights/],
    ["users:manage", /change roles/],
    ["keys:manage", /make keys/],
    ["audit:read", /audit/],
  ];
  for (const role of roles) {
    // An admin's begins with what the others may.
    const said = role === "admin" ? Object.values(roleMays).join("; ") : roleMays[role];
    for (const [permission, words] of told)
      expect([role, permission, words.test(said)]).toEqual([role, permission, may(role, permission)]);
  }
});
