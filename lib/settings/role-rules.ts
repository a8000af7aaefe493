import type { Role } from "@/lib/contracts/rules/permissions";

/** What the rules for roles need about a colleague. `accountIds` null: the service does not say. */
export type Colleague = { email: string; name: string; role: Role; accountIds: readonly string[] | null };

/** Why an admin of these accounts cannot change a colleague's role; null: they can. */
export function refusalToChange({ name, accountIds }: Colleague, ownAccountIds: readonly string[]): string | null {
  const isOutside = accountIds?.some((id) => !ownAccountIds.includes(id)) ?? false;
  if (!isOutside) return null;
  // A role applies in all of a person's accounts, so whoever gives it must be an admin of all of them.
  return `${name} is also in an account that you are not in, where the role would hold too. Ask an admin of all of them.`;
}

/** Why somebody must stay admin; null: each of their accounts has another admin. */
export function lastAdminRefusal(person: Colleague, next: Role, everybody: readonly Colleague[]): string | null {
  if (person.role !== "admin" || next === "admin") return null;
  const others = everybody.filter(({ email, role }) => email !== person.email && role === "admin");
  const isCovered =
    person.accountIds === null
      ? others.length > 0
      : person.accountIds.every((id) => others.some(({ accountIds }) => accountIds?.includes(id)));
  if (isCovered) return null;
  return `${person.name} is the last admin here. Make somebody else an admin first, then change this role.`;
}
