import type { Role } from "@/lib/contracts/rules/permissions";

export const roleNames: Record<Role, string> = { manager: "Project manager", analyst: "Analyst", admin: "Admin" };

/** What a role may do, to end "may …". */
export const roleMays: Record<Role, string> = {
  manager: "change surveys, projects and responses, look up the duplicate check, and read their audit",
  analyst: "read surveys, projects and responses, import answers and undo imports, and change questions and weights",
  admin: "do what managers and analysts do, switch the duplicate check, change roles, make keys, and read all audit",
};

type Person = { name: string; role: Role; is_me: boolean };

/** What a change of role does, in sentences; none when it changes nothing. */
export function describeRoleChange({ name, role, is_me }: Person, next: Role): string[] {
  if (role === next) return [];
  const who = is_me ? "You" : name;
  const sentences = [
    `${who} will be ${articled(next)} instead of ${articled(role)}, from ${is_me ? "your" : "the"} next request on.`,
    `From then on ${is_me ? "you" : name} may ${roleMays[next]}.`,
  ];
  if (is_me && role === "admin") {
    return [...sentences, "This is your own role: only another admin can give it back to you."];
  }
  return sentences;
}

const articled = (role: Role) => `${role === "manager" ? "a" : "an"} ${roleNames[role].toLowerCase()}`;
