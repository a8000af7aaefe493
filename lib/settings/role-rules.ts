import type { Role } from "@/lib/contracts/rules/permissions";

/** A colleague as far as roles are concerned. `accountIds` null: the service does not tell. */
export type Colleague = { email: string; name: string; role: Role; accountIds: readonly string[] | null };

/** Why an admin of these accounts cannot change a colleague's role; null: he can. */
export function refusalToChange({ name, accountIds }: Colleague, ownAccountIds: readonly string[]): string | null {
  const isOutside = accountIds?.some((id) => !ownAccountIds.includes(id)) ?? false;
  if (!isOutside) return null;
  // A role holds in all of a person's accounts: whoever gives it must answer for all of them.
  return `${name} is also in an account that you are not in, where the role would hold too. Ask an admin of all of them.`;
}

/** Why a role is not given here: an identity provider's groups decide it at each sign-in; `title` null: none does. */
export const groupsRefusal = ({ name }: Pick<Colleague, "name">, title: string | null): string | null =>
  title === null ? null : `The groups of ${title} decide the role of ${name}. Change their groups there.`;

/** Why an admin of these accounts cannot have a colleague's password set anew; null: they can. */
export function refusalToReset(
  { name, accountIds }: Pick<Colleague, "name" | "accountIds">,
  own: readonly string[],
): string | null {
  const isOutside = accountIds?.some((id) => !own.includes(id)) ?? false;
  if (!isOutside) return null;
  return `${name} is also in an account that you are not in, which the password opens too. Ask an admin of all of them.`;
}

/** Why somebody must stay admin; null: another admin is left in each of his accounts. */
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
