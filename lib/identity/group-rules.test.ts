import { expect, test } from "vitest";
import { accountsByGroups, roleByGroups } from "./group-rules";

const rules = {
  claim: "groups",
  roles: { crew: "manager" as const, boss: "admin" as const, desk: "analyst" as const },
  accounts: { panel: "Panel", "panel-old": "Panel", brand: "Brand" },
};

test("the highest role that groups name counts, whatever their order; none of them is no role", () => {
  expect(roleByGroups(rules, ["desk", "boss", "crew"])).toBe("admin");
  expect(roleByGroups(rules, ["crew", "desk", "other"])).toBe("manager");
  expect(roleByGroups(rules, ["other", "constructor", "__proto__"])).toBeNull();
  expect(roleByGroups(rules, [])).toBeNull();
});

test("a provider that tells no groups, or decides no roles, changes none", () => {
  expect(roleByGroups(rules, null)).toBeUndefined();
  expect(roleByGroups(undefined, ["boss"])).toBeUndefined();
  expect(roleByGroups({ ...rules, roles: {} }, ["boss"])).toBeUndefined();
});

test("groups put into accounts and take out of those that rules name, by either group that names one", () => {
  expect(accountsByGroups(rules, ["panel-old", "other"])).toEqual({ joins: ["Panel"], leaves: ["Brand"] });
  expect(accountsByGroups(rules, [])).toEqual({ joins: [], leaves: ["Panel", "Brand"] });
  for (const untold of [accountsByGroups(rules, null), accountsByGroups(undefined, ["panel"])])
    expect(untold).toEqual({ joins: [], leaves: [] });
});
