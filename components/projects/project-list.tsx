"use client";

import { Button, Group, MultiSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { DataTable } from "@/components/ui/data-table";
import { formatCount, formatInstant } from "@/components/ui/format";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Pages } from "@/components/ui/pages";
import { SearchField } from "@/components/ui/search-field";
import { userChoices } from "@/lib/projects/choices";
import { MAX_SEARCH, NEW_PROJECT, PROJECT_PAGE_SIZE, projectListParsers } from "@/lib/projects/list-state";
import { projectPageQuery, usersQuery } from "@/lib/projects/queries";
import { EditProjectButton, NewProjectButton } from "./project-actions";
import { nameOf, ProjectLink, projectColumns } from "./project-columns";
import { ProjectDrawer } from "./project-drawer";

type Props = { mayWrite: boolean; email: string; accounts: { id: string; name: string }[] };

/** The projects of the viewer's accounts: what narrows the list, and the form over it, stand in the address. */
export function ProjectList({ mayWrite, email, accounts }: Props) {
  const [state, setState] = useQueryStates(projectListParsers, { history: "push" });
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(projectPageQuery(state));
  const { data: users } = useQuery(usersQuery());
  const managers = useMemo(() => userChoices(users?.items ?? [], state.manager), [users, state.manager]);
  const columns = useMemo(
    () =>
      projectColumns({
        managerNames: new Map(managers.map(({ value, label }) => [value, label])),
        accountNames: accounts.length > 1 ? new Map(accounts.map(({ id, name }) => [id, name])) : null,
        readAt: dataUpdatedAt,
        mayWrite,
        onEdit: ({ id }) => void setState({ form: id }),
      }),
    [managers, accounts, dataUpdatedAt, mayWrite, setState],
  );
  const narrowed = state.search !== "" || state.manager.length > 0;
  const openNew = () => void setState({ form: NEW_PROJECT });

  return (
    <>
      <PageHeader title="Projects" aside={data && listSummary(data)}>
        <NewProjectButton allowed={mayWrite} onClick={openNew} />
      </PageHeader>
      <Group mb="sm" gap="sm" align="flex-end">
        <SearchField
          label="Search projects"
          placeholder="Name, number or id"
          value={state.search}
          onChange={(search) => void setState({ search, page: null })}
          maxLength={MAX_SEARCH}
          shortcut={state.form === null}
        />
        <MultiSelect
          aria-label="Project manager"
          placeholder={state.manager.length > 0 ? "" : "Any project manager"}
          data={managers}
          value={state.manager}
          onChange={(manager) => void setState({ manager, page: null })}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Any project manager" }}
          nothingFoundMessage="Nobody of that name"
          w={{ base: "100%", sm: 260 }}
        />
        {narrowed && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => void setState({ search: null, manager: null, page: null })}
          >
            Clear
          </Button>
        )}
      </Group>
      {error && !data ? (
        <LoadError what="Projects" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap="sm" style={{ opacity: isFetching && data ? 0.75 : 1, transition: "opacity 120ms" }}>
          <DataTable
            label="Projects"
            columns={columns}
            rows={data?.items}
            rowId={({ id }) => id}
            cardTitle={(project) => (
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <ProjectLink project={project} />
                <EditProjectButton
                  name={nameOf(project)}
                  allowed={mayWrite}
                  onClick={() => void setState({ form: project.id })}
                />
              </Group>
            )}
            empty={
              <Nothing
                narrowed={narrowed}
                beyond={state.page > 1}
                onFirstPage={() => void setState({ page: null })}
                onClear={() => void setState({ search: null, manager: null, page: null })}
              >
                <NewProjectButton allowed={mayWrite} onClick={openNew} />
              </Nothing>
            }
          />
          <Pages
            total={data?.total ?? 0}
            pageSize={PROJECT_PAGE_SIZE}
            page={state.page}
            onChange={(page) => void setState({ page })}
          />
        </Stack>
      )}
      {mayWrite && (
        <ProjectDrawer
          wanted={state.form}
          // Closing takes the form's address out of the history, so that going back does not open it again.
          onWant={(form) => void setState({ form }, { history: form ? "push" : "replace" })}
          email={email}
          accounts={accounts}
        />
      )}
    </>
  );
}

function listSummary({ total, unreadable, as_of }: { total: number | null; unreadable: number; as_of: string | null }) {
  const parts = [total === null ? "" : `${formatCount(total)} ${total === 1 ? "project" : "projects"}`];
  if (unreadable > 0) parts.push(`${unreadable} could not be read`);
  if (as_of) parts.push(`as of ${formatInstant(as_of)}`);
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
