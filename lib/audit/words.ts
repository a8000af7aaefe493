import { readText } from "@/lib/contracts/lenient";
import type { AuditEntry } from "@/lib/contracts/ours/audit";
import { nameOfThing } from "./things";

type Verb = { done: string; todo: string };
const verb = (done: string, todo: string): Verb => ({ done, todo });

/** Actions as the filter names them. */
export const actionNames: Record<string, string> = {
  createSurvey: "Create survey",
  updateSurvey: "Change survey",
  completeSurvey: "Complete survey",
  createProject: "Create project",
  updateProject: "Change project",
  updateResponse: "Reconcile response",
  createUser: "Add user",
  updateUser: "Change user",
  changeRole: "Change role",
  linkIdentity: "Link identity",
  removeIdentity: "Remove identity",
  setPassword: "Set password",
  inviteUser: "Invite user",
  createPasswordLink: "Create link to set password",
  requestPasswordLink: "Ask for link to set password",
  disableUser: "Disable user",
  enableUser: "Enable user",
  removeUser: "Remove user",
  createAccount: "Create account",
  endSession: "End session",
  endOtherSessions: "End other sessions",
  saveQuotaTemplate: "Save quota template",
  renameQuotaTemplate: "Rename quota template",
  deleteQuotaTemplate: "Delete quota template",
  createKey: "Create key",
  rotateKey: "Rotate key",
  revokeKey: "Revoke key",
  setPageOrigins: "Change origins of pages",
  removeDemoData: "Remove demo data",
  setCoherenceRules: "Change coherence rules",
  activate: "Switch duplicate check",
  linkSurvey: "Link survey number",
  importAnswers: "Import answers",
  undoImport: "Undo import of answers",
  keepSessions: "Switch sessions in answers",
  excludeResponses: "Exclude responses",
  includeResponses: "Include responses again",
  saveScoringFeed: "Save how responses are scored",
  addRespondent: "Add respondent to be scored",
  changeQuestionKind: "Change kind of question",
  updateQuestion: "Change question",
  changeQuestions: "Change several questions",
  addQuestion: "Add question",
  removeQuestion: "Remove question",
  saveWeight: "Make weight",
  removeWeight: "Delete weight",
  saveTableDefaults: "Set defaults of tables",
  setSlideTemplate: "Set template of slides",
  removeSlideTemplate: "Remove template of slides",
  addTrendNote: "Note on a date",
  updateTrendNote: "Change note on a date",
  deleteTrendNote: "Delete note on a date",
  recordTable: "Record figures of a table",
  freezeTable: "Freeze table",
  unfreezeTable: "Unfreeze table",
  createSupplier: "Create supplier",
  updateSupplier: "Change supplier",
  removeSupplier: "Remove supplier",
  updateSurveyChecks: "Switch duplicate check at entry",
  removeTestSessions: "Remove test sessions",
  updateHashing: "Change hashing",
  returnSession: "Take return",
  setPlatforms: "Change destination platforms",
  setFraudThreshold: "Change threshold of fraud checks",
  checkRespondent: "Check respondent",
  updateCheckSettings: "Change what happens without an answer of the checks",
  createEncryptionKey: "Create key for encrypted replies",
  stopSurvey: "Stop scoring of survey",
  restartSurvey: "Restart scoring of survey",
  deleteSurvey: "Delete scored survey",
  deleteSurveys: "Delete scored surveys",
  copyRespondents: "Copy respondents to a new survey",
  deleteRespondents: "Delete respondents",
  reviewRespondents: "Review respondents",
  saveThresholds: "Save thresholds of quality",
  updateRespondentsExcludedStatus: "Exclude or include respondents",
};

const verbs: Record<string, Verb> = {
  createSurvey: verb("Created", "create"),
  updateSurvey: verb("Changed", "change"),
  completeSurvey: verb("Completed", "complete"),
  createProject: verb("Created", "create"),
  updateProject: verb("Changed", "change"),
  updateResponse: verb("Reconciled", "reconcile"),
  createUser: verb("Added", "add"),
  updateUser: verb("Changed", "change"),
  changeRole: verb("Changed the role of", "change the role of"),
  linkIdentity: verb("Linked an identity to", "link an identity to"),
  removeIdentity: verb("Removed an identity of", "remove an identity of"),
  setPassword: verb("Set the password of", "set the password of"),
  inviteUser: verb("Invited", "invite"),
  createPasswordLink: verb("Created a link to set the password of", "create a link to set the password of"),
  requestPasswordLink: verb("Asked for a link to set the password of", "ask for a link to set the password of"),
  disableUser: verb("Disabled", "disable"),
  enableUser: verb("Enabled", "enable"),
  removeUser: verb("Removed", "remove"),
  createAccount: verb("Created", "create"),
  endSession: verb("Ended", "end"),
  endOtherSessions: verb("Ended the other", "end the other"),
  saveQuotaTemplate: verb("Saved", "save"),
  renameQuotaTemplate: verb("Renamed", "rename"),
  deleteQuotaTemplate: verb("Deleted", "delete"),
  createKey: verb("Created", "create"),
  rotateKey: verb("Rotated", "rotate"),
  revokeKey: verb("Revoked", "revoke"),
  /** What entries of earlier releases call it. */
  endKey: verb("Revoked", "revoke"),
  setPageOrigins: verb("Changed the", "change the"),
  removeDemoData: verb("Removed", "remove"),
  setCoherenceRules: verb("Changed the", "change the"),
  linkSurvey: verb("Linked the number of", "link the number of"),
  importAnswers: verb("Imported", "import"),
  undoImport: verb("Undid an import of", "undo an import of"),
  keepSessions: verb("Switched the sessions in", "switch the sessions in"),
  excludeResponses: verb("Excluded", "exclude"),
  includeResponses: verb("Included again", "include again"),
  saveScoringFeed: verb("Saved how to score", "save how to score"),
  addRespondent: verb("Added a respondent to", "add a respondent to"),
  changeQuestionKind: verb("Changed the kind of", "change the kind of"),
  updateQuestion: verb("Changed", "change"),
  changeQuestions: verb("Changed several", "change several"),
  addQuestion: verb("Added", "add"),
  removeQuestion: verb("Removed", "remove"),
  saveWeight: verb("Made", "make"),
  removeWeight: verb("Deleted", "delete"),
  saveTableDefaults: verb("Set the defaults of tables of", "set the defaults of tables of"),
  setSlideTemplate: verb("Set the", "set the"),
  removeSlideTemplate: verb("Removed the", "remove the"),
  addTrendNote: verb("Noted on a date of", "note on a date of"),
  updateTrendNote: verb("Changed a note on a date of", "change a note on a date of"),
  deleteTrendNote: verb("Deleted a note on a date of", "delete a note on a date of"),
  recordTable: verb("Recorded the figures of", "record the figures of"),
  freezeTable: verb("Froze the table of", "freeze the table of"),
  unfreezeTable: verb("Unfroze the table of", "unfreeze the table of"),
  createSupplier: verb("Created", "create"),
  updateSupplier: verb("Changed", "change"),
  removeSupplier: verb("Removed", "remove"),
  updateSurveyChecks: verb("Switched the duplicate check at entry of", "switch the duplicate check at entry of"),
  removeTestSessions: verb("Removed the test sessions of", "remove the test sessions of"),
  updateHashing: verb("Changed the hashing of", "change the hashing of"),
  returnSession: verb("Took the return of", "take the return of"),
  setPlatforms: verb("Changed the destination platforms of", "change the destination platforms of"),
  setFraudThreshold: verb("Changed the threshold of fraud checks of", "change the threshold of fraud checks of"),
  createEncryptionKey: verb("Created a key for encrypted replies of", "create a key for encrypted replies of"),
  checkRespondent: verb("Checked a respondent of", "check a respondent of"),
  updateCheckSettings: verb("Changed the checks of", "change the checks of"),
  stopSurvey: verb("Stopped", "stop"),
  restartSurvey: verb("Restarted", "restart"),
  deleteSurvey: verb("Deleted", "delete"),
  deleteSurveys: verb("Deleted", "delete"),
  copyRespondents: verb("Copied respondents of", "copy respondents of"),
  deleteRespondents: verb("Deleted respondents of", "delete respondents of"),
  reviewRespondents: verb("Reviewed respondents of", "review respondents of"),
  saveThresholds: verb("Saved the thresholds of", "save the thresholds of"),
  updateRespondentsExcludedStatus: verb("Excluded or included respondents of", "exclude or include respondents of"),
};

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
    return statusVerbs[status] ?? verb("Changed", "change");
  }
  if (action === "activate") return activationVerbs[readText(after?.Type) ?? ""] ?? verb("Switched", "switch");
  const given = readText(after?.reconciliation_status);
  if (action === "updateResponse" && given !== undefined)
    return reconciliationVerbs[given] ?? verb("Reconciled", "reconcile");
  return verbs[action] ?? unknownVerb(action);
}

/** "mergeAccounts" as "Merge accounts": an action that has no words here yet. */
function unknownVerb(action: string): Verb {
  const todo = action.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return verb(todo.charAt(0).toUpperCase() + todo.slice(1), todo);
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
