import { surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { shortened } from "@/lib/contracts/rules/shortened";
import type { SurveyListState } from "./list-state";

/** What is known of the things that a list's state may name; null: not known, or not all of them. */
export type Known = {
  projectIds: ReadonlySet<string> | null;
  users: readonly { id: string; email: string | null }[] | null;
  /** The viewer's. */
  email: string;
};

export type CheckedList = {
  /** The state without what means nothing any more. */
  state: SurveyListState;
  /** The user whose projects are meant; null: nobody in particular. Undefined while users are not known. */
  managerId: string | null | undefined;
  /** What was left out and why, a sentence each. */
  notices: string[];
};

export const ME = "me";

/**
 * An address or a saved view outlives what it names. What is no longer there is left out, and said, so that the rest
 * of the view still works. `holds` is the state as the address spells it.
 */
export function checkSurveyList(
  state: SurveyListState,
  holds: Readonly<Record<string, string>>,
  known: Known,
): CheckedList {
  const notices: string[] = [];
  const status = knownStatuses(state.status, notices);
  const project = knownProject(state.project, known, notices);
  const { manager, managerId } = knownManager(state.manager, known, notices);
  if (holds.sort && !state.sort) {
    notices.push(`The list cannot be sorted by “${shorten(holds.sort)}”: the newest surveys come first instead.`);
  }
  return { state: { ...state, status, project, manager }, managerId, notices };
}

function knownStatuses(given: string[], notices: string[]): string[] {
  const statuses = new Set<string>();
  for (const text of given.filter(Boolean)) {
    const status = surveyStatuses.find((each) => each.toLowerCase() === text.trim().toLowerCase());
    if (status) statuses.add(status);
    else notices.push(`There is no status “${shorten(text)}”: the filter was left out.`);
  }
  return [...statuses];
}

function knownProject(id: string | null, { projectIds }: Known, notices: string[]): string | null {
  if (id === null || projectIds === null || projectIds.has(id)) return id;
  notices.push(`The project ${shorten(id)} is not among yours any more: the list is not narrowed to it.`);
  return null;
}

function knownManager(manager: string | null, { users, email }: Known, notices: string[]) {
  if (manager === null) return { manager, managerId: null };
  if (users === null) return { manager, managerId: manager === ME ? undefined : manager };
  const isMe = (user: { email: string | null }) => user.email?.toLowerCase() === email.toLowerCase();
  const found = users.find((user) => (manager === ME ? isMe(user) : user.id === manager));
  if (found) return { manager, managerId: found.id };
  notices.push(
    manager === ME
      ? "This connection lists no user with your e-mail address, so no project counts as yours: all are shown."
      : `The project manager ${shorten(manager)} is not among your users any more: the filter was left out.`,
  );
  return { manager: null, managerId: null };
}

const shorten = (text: string) => shortened(text, 60);
