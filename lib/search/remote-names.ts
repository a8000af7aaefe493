import "server-only";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { credentialHash, shared } from "@/lib/gateway/believed";
import type { SignedInContext } from "@/lib/gateway/call";
import { everyUser, listProjects } from "@/lib/gateway/demand-reads";
import { readEverything } from "@/lib/http/every-page";
import { processWide } from "@/lib/process-wide";

type User = { id: string; name: string; email: string | null };
type Names = { projects: Promise<Project[]>; users: Promise<User[]> };
type Kept = Names & { until: number };

/** A name given at the service within this time is not found yet: asking at each key would use up its rate. */
const KEPT_MS = 60_000;

const kept = () => processWide("search names", () => new Map<string, Kept>());

/** All projects and users that a remote service shows the viewer, read once a minute. What fails is read again. */
export function remoteNames(context: SignedInContext): Names {
  const now = Date.now();
  for (const [key, { until }] of kept()) if (until < now) kept().delete(key);
  const key = credentialHash(context);
  const present = kept().get(key);
  if (present) return present;
  const names = {
    projects: readEverything((paging) => listProjects(shared(context), paging)),
    users: everyUser(context),
    until: now + KEPT_MS,
  };
  kept().set(key, names);
  const forget = () => {
    if (kept().get(key) === names) kept().delete(key);
  };
  names.projects.catch(forget);
  names.users.catch(forget);
  return names;
}
