import "server-only";
import { type ProjectSessions, sessionsOfProject } from "@/lib/service/fielding/project-sessions";
import type { ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { addressOf, findConnection } from "./connections";

export type { ProjectSessions } from "@/lib/service/fielding/project-sessions";

/** The sessions of a project whose answers are kept by this key; null: another service fields its surveys. */
export function projectSessions({ connection, ...project }: ProjectKey): ProjectSessions | null {
  const found = findConnection(connection);
  return found && addressOf(found, "demand") === null ? sessionsOfProject(project) : null;
}
