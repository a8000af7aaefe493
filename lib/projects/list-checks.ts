import type { ProjectListState } from "./list-state";

type Users = { items: readonly { id: string }[]; total: number | null };

/** A list's state without the managers that are no longer there, and a sentence for each. */
export function checkProjectList(state: ProjectListState, users: Users | undefined) {
  const isWhole = users !== undefined && users.total !== null && users.total <= users.items.length;
  const known = isWhole ? new Set(users.items.map(({ id }) => id)) : null;
  const gone = known ? state.manager.filter((id) => !known.has(id)) : [];
  return {
    state: { ...state, manager: state.manager.filter((id) => !gone.includes(id)) },
    notices: gone.map(
      (id) => `The project manager ${id.slice(0, 60)} is not among your users any more: the filter was left out.`,
    ),
  };
}
