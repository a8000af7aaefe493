import type { ProjectListState } from "./list-state";

/** A list's state without the managers that are no longer there, and a sentence for each. `users`: all, once known. */
export function checkProjectList(state: ProjectListState, users: readonly { id: string }[] | undefined) {
  const known = users && new Set(users.map(({ id }) => id));
  const gone = known ? state.manager.filter((id) => !known.has(id)) : [];
  return {
    state: { ...state, manager: state.manager.filter((id) => !gone.includes(id)) },
    notices: gone.map(
      (id) => `The project manager ${id.slice(0, 60)} is not among your users any more: the filter was left out.`,
    ),
  };
}
