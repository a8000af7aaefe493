import { expect, test } from "vitest";
import type { Role } from "@/lib/contracts/rules/permissions";
import { type Colleague, lastAdminRefusal, refusalToChange } from "./role-rules";

const one = (email: string, role: Role, accountIds: string[] | null = ["a"]): Colleague => ({
  email,
  name: email.toUpperCase(),
  role,
  accountIds,
});

test("the last admin of an account stays one, whatever other accounts have", () => {
  const both = one("x", "admin", ["a", "b"]);
  const everybody = [both, one("y", "admin", ["a"]), one("z", "manager", ["b"])];
  expect(lastAdminRefusal(both, "manager", everybody)).toBe(
    "X is the last admin here. Make somebody else an admin first, then change this role.",
  );
  expect(lastAdminRefusal(both, "admin", everybody)).toBeNull();
  expect(lastAdminRefusal(both, "analyst", [...everybody, one("w", "admin", ["b"])])).toBeNull();
  expect(lastAdminRefusal(one("z", "manager"), "analyst", everybody)).toBeNull();
});

test("where a service tells no accounts, one other admin is enough", () => {
  const admin = one("x", "admin", null);
  expect(lastAdminRefusal(admin, "manager", [admin])).toMatch(/last admin/);
  expect(lastAdminRefusal(admin, "manager", [admin, one("y", "admin", null)])).toBeNull();
});

test("a role that would hold in somebody else's account is not given from outside of it", () => {
  expect(refusalToChange(one("x", "analyst", ["a", "b"]), ["a"])).toMatch(/^X is also in an account/);
  expect(refusalToChange(one("x", "analyst", ["a"]), ["a", "b"])).toBeNull();
  expect(refusalToChange(one("x", "analyst", null), ["a"])).toBeNull();
});
