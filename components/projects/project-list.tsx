"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { CopyRefresh } from "@/components/lists/copy-refresh";
import { ListPage, NothingListed } from "@/components/lists/list-page";
import { useFollowedCopy } from "@/components/lists/use-followed-copy";
import { Button } from "@/components/ui/button";
import { FormDrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { Pages } from "@/components/ui/pages";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { usePastEnd } from "@/components/ui/use-past-end";
import { useWasWanted } from "@/components/ui/use-was-wanted";
import { WhenUsed } from "@/components/ui/when-used";
import { userChoices } from "@/lib/projects/choices";
import { checkProjectList } from "@/lib/projects/list-checks";
import {
  formParser,
  MAX_SEARCH,
  NEW_PROJECT,
  PROJECT_PAGE_SIZE,
  projectListParsers,
  projectListQuery,
} from "@/lib/projects/list-state";
import { projectPageQuery, usersQuery } from "@/lib/projects/queries";
import type { Format } from "@/lib/tables/format";
import { chosenColumns } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import { mayNotWrite, NewProjectButton } from "./project-actions";
import { projectColumns } from "./project-columns";

const ProjectDrawer = onDemand(async () => (await import("./project-drawer")).ProjectDrawer, FormDrawerFrame);

type Props = {
  mayWrite: boolean;
  email: string;
  accounts: { id: string; name: string }[];
  /** Where the list's views are chosen and saved. */
  views: ReactNode;
  /** Where the list is exported. */
  exporter: ReactNode;
};

/** The projects of the viewer's accounts: what narrows the list, and the form over it, stand in the address. */
export function ProjectList({ mayWrite, email, accounts, views, exporter }: Props) {
  const [form, setForm] = useQueryState("form", formParser.withOptions({ history: "push" }));
  const isDrawerNeeded = useWasWanted(form) && mayWrite;
  const { state, change, notices, users, list, followed } = useProjectList(form !== null);
  const { dataUpdatedAt, isFetching } = list;
  const data = followed.page;
  const isBeingRead = list.isPlaceholderData || isFetching;
  const isPastEnd = usePastEnd({ page: state.page, pageSize: PROJECT_PAGE_SIZE, list: data, isBeingRead }, change);
  const format = useFormat();
  const managers = useMemo(() => userChoices(users ?? [], state.manager), [users, state.manager]);
  const managerNames = useMemo(() => new Map(managers.map(({ value, label }) => [value, label])), [managers]);
  const all = useMemo(
    () =>
      projectColumns({
        format,
        managerNames,
        accountNames: accounts.length > 1 ? new Map(accounts.map(({ id, name }) => [id, name])) : null,
        readAt: dataUpdatedAt,
        mayWrite,
        onEdit: ({ id }) => void setForm(id),
      }),
    [format, managerNames, accounts, dataUpdatedAt, mayWrite, setForm],
  );
  const chosen = useMemo(() => chosenColumns(all, state.columns), [all, state.columns]);
  const narrowed = state.search !== "" || state.manager.length > 0;
  const openNew = () => void setForm(NEW_PROJECT);
  const clear = () => change({ search: null, manager: null, page: null });
  usePageActions([
    { id: "new-project", label: "New project", keywords: "create add", run: openNew, refused: mayNotWrite(mayWrite) },
    ...(narrowed ? [{ id: "clear-filters", label: "Clear the filters", keywords: "reset all", run: clear }] : []),
  ]);

  return (
    <ListPage
      label="Projects"
      aside={
        data && (
          <>
            <span>{listSummary(format, data)}</span> <CopyRefresh {...followed} noun="project" />
          </>
        )
      }
      actions={<NewProjectButton allowed={mayWrite} onClick={openNew} />}
      views={views}
      exporter={exporter}
      query={projectListQuery(state)}
      filters={{
        search: (
          <SearchField
            label="Search projects"
            placeholder="Name, number or id"
            value={state.search}
            onChange={(search, step) => change({ search, page: null }, step)}
            maxLength={MAX_SEARCH}
            shortcut={form === null}
          />
        ),
        set: [state.manager.length],
        fields: (
          <WhenUsed
            label="Project manager"
            placeholder="Any project manager"
            text={state.manager.map((id) => managerNames.get(id) ?? id).join(", ")}
            width={220}
          >
            {(reached, { MultiSelect }) => (
              <MultiSelect
                {...reached}
                size="xs"
                data={managers}
                value={state.manager}
                onChange={(manager) => change({ manager, page: null })}
                searchable
                clearable
                clearButtonProps={{ "aria-label": "Any project manager" }}
                nothingFoundMessage="No results"
              />
            )}
          </WhenUsed>
        ),
        onClear: narrowed ? clear : null,
      }}
      columns={{ all, shown: chosen.columns, unknown: chosen.unknown, onChange: (columns) => change({ columns }) }}
      notices={notices}
      list={{
        what: "Projects",
        rows: isPastEnd ? undefined : data?.items,
        rowId: projectId,
        error: data ? null : list.error,
        isBeingReplaced: isFetching && data !== undefined,
        retry: () => void list.refetch(),
        empty: (
          <Nothing
            narrowed={narrowed}
            beyond={state.page > 1}
            onFirstPage={() => change({ page: null })}
            onClear={clear}
          >
            <NewProjectButton allowed={mayWrite} onClick={openNew} />
          </Nothing>
        ),
      }}
    >
      <Pages
        total={data?.total ?? 0}
        pageSize={PROJECT_PAGE_SIZE}
        page={state.page}
        onChange={(page) => change({ page })}
      />
      {isDrawerNeeded && (
        <ProjectDrawer
          wanted={form}
          // Closing takes the form's address out of the history, so that going back does not open it again.
          onWant={(wanted) => void setForm(wanted, { history: wanted ? "push" : "replace" })}
          email={email}
          accounts={accounts}
        />
      )}
    </ListPage>
  );
}

const projectId = ({ id }: { id: string }) => id;

/** The list's state and its projects. `isHeld`: a project's form is open, so the list must not change under it. */
function useProjectList(isHeld: boolean) {
  const { state: asked, change, isUnread, viewsError } = useListAddress("projects", projectListParsers);
  const { data: users } = useQuery(usersQuery());
  const { state, notices } = checkProjectList(asked, users);
  const list = useQuery({ ...projectPageQuery(state), enabled: !isUnread || viewsError !== null });
  const followed = useFollowedCopy({
    list: JSON.stringify(projectListQuery(state)),
    fresh: list.data,
    isPlaceholder: list.isPlaceholderData,
    readAgain: list.refetch,
    isHeld,
  });
  return { state, change, notices, users, list, followed };
}

function listSummary(
  format: Format,
  { total, unreadable, as_of }: { total: number | null; unreadable: number; as_of: string | null },
) {
  const parts = [total === null ? "" : `${format.count(total)} ${total === 1 ? "project" : "projects"}`];
  if (unreadable > 0) parts.push(`${unreadable} could not be read`);
  if (as_of) parts.push(`as of ${format.instant(as_of)}`);
  return parts.filter(Boolean).join(" · ");
}

type NothingProps = {
  narrowed: boolean;
  /** A page after the first was asked for. */
  beyond: boolean;
  onFirstPage: () => void;
  onClear: () => void;
  children: ReactNode;
};

function Nothing({ narrowed, beyond, onFirstPage, onClear, children }: NothingProps) {
  const says = beyond
    ? "This page is past the end of the list."
    : narrowed
      ? "No project matches these filters."
      : "There are no projects yet. Surveys belong to a project: begin with one.";
  return (
    <NothingListed says={says} narrowed={narrowed && !beyond} onClear={onClear}>
      {beyond ? <Button onClick={onFirstPage}>First page</Button> : !narrowed && children}
    </NothingListed>
  );
}
