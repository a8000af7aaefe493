"use client";

import { Button, Group, MultiSelect, Select, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useRef } from "react";
import { useProjectChoices } from "@/components/pickers/use-project-choices";
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
import { useSelection } from "@/components/ui/use-selection";
import { surveyStatuses } from "@/lib/contracts/survey-fields";
import { userChoices } from "@/lib/projects/choices";
import { ME } from "@/lib/surveys/list-checks";
import { LIST_PAGE_SIZE, type SurveySort } from "@/lib/surveys/list-state";
import type { Format } from "@/lib/tables/format";
import { chosenColumns, columnNotices, columnsParam } from "@/lib/views/columns";
import { BulkBar } from "./bulk-bar";
import { mayNotCreate, NewSurveyButton, newSurveyHref } from "./new-survey-button";
import { surveyColumns } from "./survey-columns";
import { useSurveyList } from "./use-survey-list";

type Props = {
  mayCreate: boolean;
  /** The viewer's. */
  email: string;
  /** The list is part of this project's page: its surveys, without filters that choose others. */
  project?: string;
  /** Where the list's views are chosen and saved. */
  views?: ReactNode;
  /** Where the list is exported. */
  exporter: ReactNode;
};

/** The surveys of the viewer's accounts: everything that narrows or orders the list stands in the address. */
export function SurveyList({ mayCreate, email, project, views, exporter }: Props) {
  const { state, change, names, users, data, isBeingRead, isFetching, error, retry, filter, query, notices } =
    useSurveyList(email, project);
  const shownPage = { page: state.page, pageSize: LIST_PAGE_SIZE, list: data, isBeingRead };
  const isPastEnd = usePastEnd(shownPage, change);
  const format = useFormat();
  const columns = useMemo(() => surveyColumns(format, names), [format, names]);
  const shown = useMemo(() => chosenColumns(columns, state.columns), [columns, state.columns]);
  const managers = useMemo(() => managerChoices(users, email, state.manager), [users, email, state.manager]);
  const selection = useSelection();
  const inProject = project !== undefined;
  const chooses = !inProject && (state.project !== null || state.manager !== null);
  const narrowed = state.search !== "" || state.status.length > 0 || chooses;
  const field = useRef<HTMLInputElement>(null);
  // What was pressed goes with the filters.
  const searchAll = () => {
    change({ status: null, project: null, manager: null, page: null });
    field.current?.focus();
  };
  const clear = () => {
    change({ search: null, status: null, project: null, manager: null, page: null });
    field.current?.focus();
  };
  const router = useRouter();
  usePageActions([
    {
      id: "new-survey",
      label: "New survey",
      keywords: "create add",
      run: () => router.push(newSurveyHref(project)),
      refused: mayNotCreate(mayCreate),
    },
    ...(narrowed ? [{ id: "clear-filters", label: "Clear the filters", keywords: "reset all", run: clear }] : []),
  ]);

  return (
    <>
      <ListHeader inProject={inProject} aside={data && listSummary(format, data)}>
        <ShownListProvider value={{ query, columns: shown.columns }}>{exporter}</ShownListProvider>
        <NewSurveyButton allowed={mayCreate} project={project} />
      </ListHeader>
      {views}
      <Filters
        others={[state.status.length, ...(inProject ? [] : [state.project, state.manager])]}
        search={
          <SearchField
            label="Search surveys"
            field={field}
            w={220}
            placeholder="Name or id"
            maxLength={200}
            value={state.search}
            onChange={(search) => change({ search, page: null })}
          />
        }
      >
        <MultiSelect
          aria-label="Status"
          placeholder={state.status.length > 0 ? "" : "Any status"}
          data={[...surveyStatuses]}
          value={state.status}
          onChange={(status) => change({ status, page: null })}
          clearable
          w={{ base: "100%", sm: 242 }}
        />
        {!inProject && (
          <>
            <ProjectFilter value={state.project} onChange={(project) => change({ project, page: null })} />
            <Select
              aria-label="Manager"
              placeholder="Any manager"
              data={managers}
              value={state.manager}
              onChange={(manager) => change({ manager, page: null })}
              searchable
              clearable
              w={{ base: "100%", sm: 146 }}
            />
          </>
        )}
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
        <LoadError what="Surveys" error={error} onRetry={retry} />
      ) : (
        <Stack
          gap="sm"
          style={{ opacity: isFetching && data ? 0.75 : 1, transition: "opacity 120ms" }}
          aria-busy={isFetching && data !== undefined}
        >
          <DataTable
            label="Surveys"
            selection={mayCreate ? selection : undefined}
            columns={shown.columns}
            rows={isPastEnd ? undefined : data?.items}
            rowId={({ id }) => id}
            sort={sortOf(state.sort)}
            onSort={({ key, descending }) =>
              change({ sort: `${descending ? "-" : ""}${key}` as SurveySort, page: null })
            }
            empty={
              <Nothing
                narrowed={narrowed}
                search={state.status.length > 0 || chooses ? state.search : ""}
                mayCreate={mayCreate}
                project={project}
                onSearchAll={searchAll}
                onClear={clear}
              />
            }
          />
          {selection.ids.size > 0 && filter && (
            <BulkBar
              chosen={selection.ids}
              total={data?.total ?? selection.ids.size}
              filter={filter}
              onClear={selection.clear}
            />
          )}
          <Pages
            total={data?.total ?? 0}
            pageSize={LIST_PAGE_SIZE}
            page={state.page}
            onChange={(page) => change({ page })}
          />
        </Stack>
      )}
    </>
  );
}

type ProjectFilterProps = { value: string | null; onChange: (id: string | null) => void };

function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  return (
    <Select
      aria-label="Project"
      placeholder="Any project"
      value={value}
      onChange={onChange}
      clearable
      w={{ base: "100%", sm: 190 }}
      {...useProjectChoices(value, "name").select}
    />
  );
}

/** Users as choices, whoever looks first and by another name: a link to it shows everybody his own. */
function managerChoices(
  users: readonly { id: string; name: string; email: string | null }[],
  email: string,
  manager: string | null,
) {
  const others = users.filter((user) => user.email?.toLowerCase() !== email.toLowerCase() || user.id === manager);
  return [{ value: ME, label: "Me" }, ...userChoices(others, manager === ME ? [] : [manager])];
}

function listSummary(
  format: Format,
  { total, unreadable, as_of }: { total: number | null; unreadable: number; as_of: string | null },
): string {
  const parts = [total === null ? "" : `${format.count(total)} ${total === 1 ? "survey" : "surveys"}`];
  if (unreadable > 0) parts.push(`${unreadable} could not be read`);
  if (as_of) parts.push(`as of ${format.instant(as_of)}`);
  return parts.filter(Boolean).join(" · ");
}

function sortOf(sort: SurveySort | null) {
  if (!sort) return undefined;
  const descending = sort.startsWith("-");
  return { key: sort.slice(descending ? 1 : 0), descending };
}

type HeaderProps = { inProject: boolean; aside: ReactNode; children: ReactNode };

/** The page's own title, or that of the list in a page about something wider. */
function ListHeader({ inProject, aside, children }: HeaderProps) {
  if (!inProject) {
    return (
      <PageHeader title="Surveys" aside={aside}>
        {children}
      </PageHeader>
    );
  }
  return (
    <Group justify="space-between" mb="sm" gap="sm">
      <Group gap="sm" align="baseline">
        <Title order={2} fz={18}>
          Surveys
        </Title>
        <Text size="sm" c="dimmed" component="span">
          {aside}
        </Text>
      </Group>
      <Group gap="sm">{children}</Group>
    </Group>
  );
}

type NothingProps = {
  narrowed: boolean;
  /** What is searched for among fewer than all surveys; empty: nothing. */
  search: string;
  mayCreate: boolean;
  project: string | undefined;
  onSearchAll: () => void;
  onClear: () => void;
};

function Nothing({ narrowed, search, mayCreate, project, onSearchAll, onClear }: NothingProps) {
  const none = project === undefined ? "There are no surveys yet." : "This project has no surveys yet.";
  const next = project !== undefined && mayCreate ? " Create the first one." : "";
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed">{narrowed ? "No survey matches these filters." : `${none}${next}`}</Text>
      {narrowed ? (
        <Group gap="sm" justify="center">
          {search !== "" && (
            <Button onClick={onSearchAll} maw="100%">
              Search all surveys{project === undefined ? "" : " of this project"} for “{search}”
            </Button>
          )}
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        </Group>
      ) : (
        mayCreate && <NewSurveyButton allowed project={project} />
      )}
    </Stack>
  );
}
