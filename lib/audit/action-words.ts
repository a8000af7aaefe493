import type { AuditAction } from "@/lib/contracts/terms/audit";

/** As the filter names an action, and what an entry says of it before the thing: "Created", "Tried to create". */
type ActionWords = { name: string; done: string; todo: string };
const words = (name: string, done: string, todo: string): ActionWords => ({ name, done, todo });

export const actionWords: Record<AuditAction, ActionWords> = {
  createSurvey: words("Create survey", "Created", "create"),
  updateSurvey: words("Change survey", "Changed", "change"),
  completeSurvey: words("Complete survey", "Completed", "complete"),
  createProject: words("Create project", "Created", "create"),
  updateProject: words("Change project", "Changed", "change"),
  updateResponse: words("Reconcile response", "Reconciled", "reconcile"),
  createUser: words("Add user", "Added", "add"),
  updateUser: words("Change user", "Changed", "change"),
  changeRole: words("Change role", "Changed the role of", "change the role of"),
  linkIdentity: words("Link identity", "Linked an identity to", "link an identity to"),
  removeIdentity: words("Remove identity", "Removed an identity of", "remove an identity of"),
  setPassword: words("Set password", "Set the password of", "set the password of"),
  inviteUser: words("Invite user", "Invited", "invite"),
  createPasswordLink: words(
    "Create link to set password",
    "Created a link to set the password of",
    "create a link to set the password of",
  ),
  requestPasswordLink: words(
    "Ask for link to set password",
    "Asked for a link to set the password of",
    "ask for a link to set the password of",
  ),
  disableUser: words("Disable user", "Disabled", "disable"),
  enableUser: words("Enable user", "Enabled", "enable"),
  removeUser: words("Remove user", "Removed", "remove"),
  createAccount: words("Create account", "Created", "create"),
  endSession: words("End session", "Ended", "end"),
  endOtherSessions: words("End other sessions", "Ended the other", "end the other"),
  saveQuotaTemplate: words("Save quota template", "Saved", "save"),
  renameQuotaTemplate: words("Rename quota template", "Renamed", "rename"),
  deleteQuotaTemplate: words("Delete quota template", "Deleted", "delete"),
  createKey: words("Create key", "Created", "create"),
  rotateKey: words("Rotate key", "Rotated", "rotate"),
  revokeKey: words("Revoke key", "Revoked", "revoke"),
  setPageOrigins: words("Change origins of pages", "Changed the", "change the"),
  removeDemoData: words("Remove demo data", "Removed", "remove"),
  setCoherenceRules: words("Change coherence rules", "Changed the", "change the"),
  activate: words("Switch duplicate check", "Switched", "switch"),
  linkSurvey: words("Link survey number", "Linked the number of", "link the number of"),
  importAnswers: words("Import answers", "Imported", "import"),
  undoImport: words("Undo import of answers", "Undid an import of", "undo an import of"),
  keepSessions: words("Switch sessions in answers", "Switched the sessions in", "switch the sessions in"),
  excludeResponses: words("Exclude responses", "Excluded", "exclude"),
  includeResponses: words("Include responses again", "Included again", "include again"),
  saveScoringFeed: words("Save how responses are scored", "Saved how to score", "save how to score"),
  addRespondent: words("Add respondent to be scored", "Added a respondent to", "add a respondent to"),
  changeQuestionKind: words("Change kind of question", "Changed the kind of", "change the kind of"),
  updateQuestion: words("Change question", "Changed", "change"),
  changeQuestions: words("Change several questions", "Changed several", "change several"),
  addQuestion: words("Add question", "Added", "add"),
  removeQuestion: words("Remove question", "Removed", "remove"),
  moveQuestion: words("Move question", "Moved", "move"),
  saveWeight: words("Make weight", "Made", "make"),
  removeWeight: words("Delete weight", "Deleted", "delete"),
  saveTableDefaults: words("Set defaults of tables", "Set the defaults of tables of", "set the defaults of tables of"),
  setSlideTemplate: words("Set template of slides", "Set the", "set the"),
  removeSlideTemplate: words("Remove template of slides", "Removed the", "remove the"),
  addTrendNote: words("Note on a date", "Noted on a date of", "note on a date of"),
  updateTrendNote: words("Change note on a date", "Changed a note on a date of", "change a note on a date of"),
  deleteTrendNote: words("Delete note on a date", "Deleted a note on a date of", "delete a note on a date of"),
  createView: words("Save view", "Saved", "save"),
  updateView: words("Change view", "Changed", "change"),
  deleteView: words("Delete view", "Deleted", "delete"),
  recordTable: words("Record figures of a table", "Recorded the figures of", "record the figures of"),
  freezeTable: words("Freeze table", "Froze the table of", "freeze the table of"),
  unfreezeTable: words("Unfreeze table", "Unfroze the table of", "unfreeze the table of"),
  createSupplier: words("Create supplier", "Created", "create"),
  updateSupplier: words("Change supplier", "Changed", "change"),
  removeSupplier: words("Remove supplier", "Removed", "remove"),
  updateSurveyChecks: words(
    "Switch duplicate check at entry",
    "Switched the duplicate check at entry of",
    "switch the duplicate check at entry of",
  ),
  removeTestSessions: words("Remove test sessions", "Removed the test sessions of", "remove the test sessions of"),
  updateHashing: words("Change hashing", "Changed the hashing of", "change the hashing of"),
  returnSession: words("Take return", "Took the return of", "take the return of"),
  setPlatforms: words(
    "Change destination platforms",
    "Changed the destination platforms of",
    "change the destination platforms of",
  ),
  setFraudThreshold: words(
    "Change threshold of fraud checks",
    "Changed the threshold of fraud checks of",
    "change the threshold of fraud checks of",
  ),
  checkRespondent: words("Check respondent", "Checked a respondent of", "check a respondent of"),
  updateCheckSettings: words(
    "Change what happens without an answer of the checks",
    "Changed the checks of",
    "change the checks of",
  ),
  createEncryptionKey: words(
    "Create key for encrypted replies",
    "Created a key for encrypted replies of",
    "create a key for encrypted replies of",
  ),
  stopSurvey: words("Stop scoring of survey", "Stopped", "stop"),
  restartSurvey: words("Restart scoring of survey", "Restarted", "restart"),
  deleteSurvey: words("Delete scored survey", "Deleted", "delete"),
  deleteSurveys: words("Delete scored surveys", "Deleted", "delete"),
  copyRespondents: words("Copy respondents to a new survey", "Copied respondents of", "copy respondents of"),
  deleteRespondents: words("Delete respondents", "Deleted respondents of", "delete respondents of"),
  reviewRespondents: words("Review respondents", "Reviewed respondents of", "review respondents of"),
  saveThresholds: words("Save thresholds of quality", "Saved the thresholds of", "save the thresholds of"),
  updateRespondentsExcludedStatus: words(
    "Exclude or include respondents",
    "Excluded or included respondents of",
    "exclude or include respondents of",
  ),
};

/** What entries of earlier releases call an action. */
const formerNames: Record<string, AuditAction> = { endKey: "revokeKey" };

export const wordsOf = (action: string): ActionWords =>
  (actionWords as Record<string, ActionWords>)[formerNames[action] ?? action] ?? spelled(action);

/** "mergeAccounts" as "Merge accounts": the name of an operation, of a call that was refused. */
function spelled(action: string): ActionWords {
  const todo = action.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  const name = todo.charAt(0).toUpperCase() + todo.slice(1);
  return words(name, name, todo);
}
