import { readText } from "@/lib/contracts/lenient";
import type { AuditEntry } from "@/lib/contracts/ours/audit";
import { wordsOf } from "./action-words";
import { nameOfThing } from "./things";

type Verb = { done: string; todo: string };
const verb = (done: string, todo: string): Verb => ({ done, todo });

const statusVerbs: Record<string, Verb> = {
  Live: verb("Took live", "take live"),
  Paused: verb("Paused", "pause"),
  Complete: verb("Completed", "complete"),
  Draft: verb("Set back to draft", "set back to draft"),
};

/** By the type of the call, which is one operation for both directions. */
const activationVerbs: Record<string, Verb> = {
  "1": verb("Switched off", "switch off"),
  "2": verb("Switched on", "switch on"),
};

const reconciliationVerbs: Record<string, Verb> = {
  Accepted: verb("Accepted", "accept"),
  Rejected: verb("Rejected", "reject"),
};

/** What was done, or tried, as a person says it: "Paused", "Tried to pause". The thing follows. */
export function describeAction(entry: Pick<AuditEntry, "action" | "outcome" | "before" | "after">): string {
  const { done, todo } = verbOf(entry);
  if (entry.outcome === "done") return done;
  return `${entry.outcome === "started" ? "Began to" : "Tried to"} ${todo}`;
}

function verbOf({ action, before, after }: Pick<AuditEntry, "action" | "before" | "after">): Verb {
  const status = readText(after?.status);
  if (action === "updateSurvey" && status !== undefined && status !== before?.status) {
    if (status === "Live" && before?.status === "Paused") return verb("Resumed", "resume");
    return statusVerbs[status] ?? wordsOf(action);
  }
  if (action === "activate") return activationVerbs[readText(after?.Type) ?? ""] ?? wordsOf(action);
  const given = readText(after?.reconciliation_status);
  if (action === "updateResponse" && given !== undefined) return reconciliationVerbs[given] ?? wordsOf(action);
  return wordsOf(action);
}

/** Things of a project's answers, whose entries name the project: a file, a question, a weight or responses are in what changed. */
const ofAnswers = new Set(["imports", "exclusions", "scoring-feeds", "questions", "weights"]);

/** The project of whose answers an entry is; null: of none. */
const projectOfAnswers = ({ thing, thing_id }: Pick<AuditEntry, "thing" | "thing_id">): string | null =>
  ofAnswers.has(thing) ? thing_id : null;

/** The projects that an entry names by their ids. */
export const projectsOf = (entry: AuditEntry): (string | null | undefined)[] => [
  projectOfAnswers(entry),
  ...[entry.before, entry.after].map((state) => readText(state?.project_id)),
];

type Titled = Omit<AuditEntry, "id" | "at" | "who" | "origin" | "detail" | "request_id">;

/** What was done, and to what, of which the name may be a link: "Imported answers of" and "Brand tracker". */
export function titleOf(entry: Titled, projects: ReadonlyMap<string, string>): { lead: string; name: string | null } {
  const project = projectOfAnswers(entry);
  const lead = `${describeAction(entry)} ${nameOfThing(entry.thing)}`;
  if (project === null) return { lead, name: entry.thing_name ?? entry.thing_id };
  return {
    lead: `${entry.thing_name ? `${lead} ${entry.thing_name}` : lead} of`,
    name: projects.get(project) ?? project,
  };
}

export const originNames: Record<AuditEntry["origin"], string> = {
  page: "This product's pages",
  service: "The interface",
  job: "A job",
  system: "The system",
};

export const outcomeNames: Record<AuditEntry["outcome"], string> = {
  started: "Begun",
  done: "Done",
  refused: "Refused",
  failed: "Failed",
  uncertain: "Not known",
};

/** The page that shows a thing; null where there is none. */
export function hrefOf({ thing, thing_id: id, after, before }: AuditEntry): string | null {
  const survey = readText(after?.survey_id) ?? readText(before?.survey_id);
  if (thing === "responses" && survey) return `/surveys/${encodeURIComponent(survey)}`;
  if (id === null) return null;
  if (thing === "suppliers") return `/suppliers?${new URLSearchParams({ supplier: id })}`;
  if (thing === "surveys") return `/surveys/${encodeURIComponent(id)}`;
  return thing === "projects" || ofAnswers.has(thing) ? `/projects/${encodeURIComponent(id)}` : null;
}
