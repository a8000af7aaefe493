"use client";

import { Button, MultiSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { ColumnChooser } from "@/components/ui/column-chooser";
import { DataTable } from "@/components/ui/data-table";
import { Filters } from "@/components/ui/filters";
import { LeftOut } from "@/components/ui/left-out";
import { LoadError } from "@/components/ui/load-error";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { Pages } from "@/components/ui/pages";
import { SearchField } from "@/components/ui/search-field";
import { ShownListProvider } from "@/components/ui/shown-list";
import { useFormat } from "@/components/ui/use-format";
import { usePastEnd } from "@/components/ui/use-past-end";
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
import { chosenColumns, columnNotices, columnsParam } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import { mayNotWrite, NewProjectButton } from "./project-actions";
import { projectColumns } from "./project-columns";
import { ProjectDrawer } from "./project-drawer";

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
  const { state: asked, change, isUnread, viewsError } = useListAddress("projects", projectListParsers);
  const [form, setForm] = useQueryState("form", formParser.withOptions({ history: "push" }));
  const { data: users } = useQuery(usersQuery());
  const { state, notices } = checkProjectList(asked, users);
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...projectPageQuery(state),
    enabled: !isUnread || viewsError !== null,
  });
  const isBeingRead = isPlaceholderData || isFetching;
  const shownPage = { page: state.page, pageSize: PROJECT_PAGE_SIZE, list: data, isBeingRead };
  const isPastEnd = usePastEnd(shownPage, change);
  const format = useFormat();
  const managers = useMemo(() => userChoices(users ?? [], state.manager), [users, state.manager]);
  const columns = useMemo(
    () =>
      projectColumns({
        format,
        managerNames: new Map(managers.map(({ value, label }) => [value, label])),
        accountNames: accounts.length > 1 ? new Map(accounts.map(({ id, name }) => [id, name])) : null,
        readAt: dataUpdatedAt,
        mayWrite,
        onEdit: ({ id }) => void setForm(id),
      }),
    [format, managers, accounts, dataUpdatedAt, mayWrite, setForm],
  );
  const shown = useMemo(() => chosenColumns(columns, state.columns), [columns, state.columns]);
  const narrowed = state.search !== "" || state.manager.length > 0;
  const openNew = () => void setForm(NEW_PROJECT);
  const clear = () => change({ search: null, manager: null, page: null });
  usePageActions([
    { id: "new-project", label: "New project", keywords: "create add", run: openNew, refused: mayNotWrite(mayWrite) },
    ...(narrowed ? [{ id: "clear-filters", label: "Clear the filters", keywords: "reset all", run: clear }] : []),
  ]);

  return (
    <>
      <PageHeader title="Projects" aside={data && listSummary(format, data)}>
        <ShownListProvider value={{ query: projectListQuery(state), columns: shown.columns }}>
          {exporter}
        </ShownListProvider>
        <NewProjectButton allowed={mayWrite} onClick={openNew} />
      </PageHeader>
      {views}
      <Filters
        others={[state.manager.length]}
        search={
          <SearchField
            label="Search projects"
            placeholder="Name, number or id"
            value={state.search}
            onChange={(search) => change({ search, page: null })}
            maxLength={MAX_SEARCH}
            shortcut={form === null}
          />
        }
      >
        <MultiSelect
          aria-label="Project manager"
          placeholder={state.manager.length > 0 ? "" : "Any project manager"}
          data={managers}
          value={state.manager}
          onChange={(manager) => change({ manager, page: null })}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Any project manager" }}
          nothingFoundMessage="Nobody of that name"
          w={{ base: "100%", sm: 260 }}
        />
        {narrowed && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )}
        <ColumnChooser
          columns={columns}
          chosen={shown.columns}
          onChange={(ids) => change({ columns: ids && columnsParam(columns, ids) })}
        />
      </Filters>
      <LeftOut notices={[...notices, ...columnNotices(shown.unknown)]} />
      {error && !data ? (
        <LoadError what="Projects" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack
          gap="sm"
          style={{ opacity: isFetching && data ? 0.75 : 1, transition: "opacity 120ms" }}
          aria-busy={isFetching && data !== undefined}
        >
          <DataTable
            label="Projects"
            columns={shown.columns}
            rows={isPastEnd ? undefined : data?.items}
            rowId={({ id }) => id}
            empty={
              <Nothing
                narrowed={narrowed}
                beyond={state.page > 1}
                onFirstPage={() => change({ page: null })}
                onClear={clear}
              >
                <NewProjectButton allowed={mayWrite} onClick={openNew} />
              </Nothing>
            }
          />
          <Pages
            total={data?.total ?? 0}
            pageSize={PROJECT_PAGE_SIZE}
            page={state.page}
            onChange={(page) => change({ page })}
          />
        </Stack>
      )}
      {mayWrite && (
        <ProjectDrawer
          wanted={form}
          // Closing takes the form's address out of the history, so that going back does not open it again.
          onWant={(wanted) => void setForm(wanted, { history: wanted ? "push" : "replace" })}
          email={email}
          accounts={accounts}
        />
      )}
    </>
  );
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
  children: React.ReactNode;
};

function Nothing({ narrowed, beyond, onFirstPage, onClear, children }: NothingProps) {
  if (beyond) return <Hint says="This page is past the end of the list." action="First page" onClick={onFirstPage} />;
  if (narrowed) return <Hint says="No project matches these filters." action="Clear the filters" onClick={onClear} />;
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed">There are no projects yet. Surveys belong to a project: begin with one.</Text>
      {children}
    </Stack>
  );
}

function Hint({ says, action, onClick }: { says: string; action: string; onClick: () => void }) {
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed">{says}</Text>
      <Button variant="default" onClick={onClick}>
        {action}
      </Button>
    </Stack>
  );
}
