import type { Role } from "@/lib/contracts/rules/permissions";
import type { GroupRules } from "./providers";

/** The role that can do most first. */
const BY_POWER: readonly Role[] = ["admin", "manager", "analyst"];

/**
 * The role that groups give: the highest that they name, or null where they name none. Undefined: the provider decides
 * no roles or told no groups, and whatever role the person has stays.
 */
export function roleByGroups(rules: GroupRules | undefined, groups: readonly string[] | null): Role | null | undefined {
  if (!rules || groups === null || Object.keys(rules.roles).length === 0) return undefined;
  const named = new Set(groups.flatMap((group) => ownValue(rules.roles, group) ?? []));
  return BY_POWER.find((role) => named.has(role)) ?? null;
}

/** Names of accounts that groups put a person into and take them out of; accounts that no rule names stay as they are. */
export function accountsByGroups(
  rules: GroupRules | undefined,
  groups: readonly string[] | null,
): { joins: string[]; leaves: string[] } {
  if (!rules || groups === null) return { joins: [], leaves: [] };
  const joins = new Set(groups.flatMap((group) => ownValue(rules.accounts, group) ?? []));
  const decided = new Set(Object.values(rules.accounts));
  return { joins: [...joins], leaves: [...decided].filter((name) => !joins.has(name)) };
}

const ownValue = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
