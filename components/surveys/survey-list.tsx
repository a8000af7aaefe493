"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef } from "react";
import { CopyRefresh } from "@/components/lists/copy-refresh";
import { ListPage, NothingListed } from "@/components/lists/list-page";
import type { FollowedCopy } from "@/components/lists/use-followed-copy";
import { useProjectChoices } from "@/components/pickers/use-project-choices";
import { isDialogOpen } from "@/components/ui/before-overlay";
import { Button } from "@/components/ui/button";
import { usePageActions } from "@/components/ui/page-actions";
import { Pages } from "@/components/ui/pages";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { useGo } from "@/components/ui/use-go";
import { usePastEnd } from "@/components/ui/use-past-end";
import { useSelection } from "@/components/ui/use-selection";
import { type Lists, type Reached, WhenUsed } from "@/components/ui/when-used";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { userChoices } from "@/lib/projects/choices";
import { usersQuery } from "@/lib/projects/queries";
import { nothingInCopy } from "@/lib/surveys/follow-copy";
import { ME } from "@/lib/surveys/list-checks";
import { LIST_PAGE_SIZE, type SurveyListState, type SurveySort } from "@/lib/surveys/list-state";
import type { Format } from "@/lib/tables/format";
import { chosenColumns } from "@/lib/views/columns";
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

const UNFILTERED = { status: null, project: null, manager: null, page: null };

/** The surveys of the viewer's accounts: everything that narrows or orders the list stands in the address. */
export function SurveyList({ mayCreate, email, project, views, exporter }: Props) {
  const selection = useSelection();
  const {
    state,
    change,
    names,
    projectName,
    data,
    followed,
    isBeingRead,
    isFetching,
    error,
    retry,
    filter,
    query,
    notices,
  } = useSurveyList(email, { project, isHeld: selection.ids.size > 0 || isDialogOpen() });
  const isPastEnd = usePastEnd({ page: state.page, pageSize: LIST_PAGE_SIZE, list: data, isBeingRead }, change);
  const format = useFormat();
  const all = useMemo(() => surveyColumns(format, names), [format, names]);
  const chosen = useMemo(() => chosenColumns(all, state.columns), [all, state.columns]);
  const inProject = project !== undefined;
  const chooses = !inProject && (state.project !== null || state.manager !== null);
  const narrowed = state.search !== "" || state.status.length > 0 || chooses;
  const field = useRef<HTMLInputElement>(null);
  // What was pressed goes with the filters.
  const widen = (patch: Parameters<typeof change>[0]) => {
    change(patch);
    field.current?.focus();
  };
  const clear = () => widen({ search: null, ...UNFILTERED });
  const go = useGo();
  usePageActions([
    {
      id: "new-survey",
      label: "New survey",
      keywords: "create add",
      run: () => go(newSurveyHref(project)),
      refused: mayNotCreate(mayCreate),
    },
    ...(narrowed ? [{ id: "clear-filters", label: "Clear the filters", keywords: "reset all", run: clear }] : []),
  ]);

  return (
    <ListPage
      label="Surveys"
      isPart={inProject}
      aside={
        data && (
          <>
            <span>{listSummary(format, data)}</span> <CopyRefresh {...followed} noun="survey" />
          </>
        )
      }
      actions={<NewSurveyButton allowed={mayCreate} project={project} />}
      views={views}
      exporter={exporter}
      query={query}
      filters={{
        search: (
          <SearchField
            label="Search surveys"
            field={field}
            w={220}
            placeholder="Name or id"
            maxLength={200}
            value={state.search}
            onChange={(search, step) => change({ search, page: null }, step)}
          />
        ),
        set: [state.status.length, ...(inProject ? [] : [state.project, state.manager])],
        fields: (
          <SurveyFilters state={state} email={email} projectName={projectName} inProject={inProject} change={change} />
        ),
        onClear: narrowed ? clear : null,
      }}
      columns={{ all, shown: chosen.columns, unknown: chosen.unknown, onChange: (columns) => change({ columns }) }}
      notices={notices}
      list={{
        what: "Surveys",
        rows: isPastEnd ? undefined : data?.items,
        rowId: surveyId,
        error: data ? null : error,
        isBeingReplaced: isFetching && data !== undefined,
        retry,
        sort: sortOf(state.sort),
        onSort: ({ key, descending }) => change({ sort: `${descending ? "-" : ""}${key}` as SurveySort, page: null }),
        selection: mayCreate ? selection : undefined,
        empty: (
          <Nothing
            narrowed={narrowed}
            search={state.status.length > 0 || chooses ? state.search : ""}
            mayCreate={mayCreate}
            project={project}
            copy={followed.copy}
            onSearchAll={() => widen(UNFILTERED)}
            onClear={clear}
          />
        ),
      }}
    >
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
    </ListPage>
  );
}

const surveyId = ({ id }: { id: string }) => id;

type FiltersProps = {
  state: SurveyListState;
  email: string;
  projectName: string;
  inProject: boolean;
  change: (patch: { [K in keyof SurveyListState]?: SurveyListState[K] | null }) => void;
};

/** All but the search. */
function SurveyFilters({ state, email, projectName, inProject, change }: FiltersProps) {
  return (
    <>
      <WhenUsed label="Status" placeholder="Any status" text={state.status.join(", ")} width={170}>
        {(reached, { MultiSelect }) => (
          <MultiSelect
            {...reached}
            size="xs"
            data={[...surveyStatuses]}
            value={state.status}
            onChange={(status) => change({ status, page: null })}
            clearable
          />
        )}
      </WhenUsed>
      {!inProject && (
        <>
          <WhenUsed
            label="Project"
            placeholder="Any project"
            text={state.project === null ? "" : projectName}
            width={180}
          >
            {(reached, lists) => (
              <ProjectFilter
                reached={reached}
                lists={lists}
                value={state.project}
                onChange={(project) => change({ project, page: null })}
              />
            )}
          </WhenUsed>
          <ManagerField email={email} value={state.manager} onChange={(manager) => change({ manager, page: null })} />
        </>
      )}
    </>
  );
}

type ManagerProps = { email: string; value: string | null; onChange: (manager: string | null) => void };

function ManagerField(props: ManagerProps) {
  const choices = useManagerChoices(props, props.value !== null);
  return (
    <WhenUsed
      label="Manager"
      placeholder="Any manager"
      text={choices.find(({ value }) => value === props.value)?.label ?? ""}
      width={146}
    >
      {(reached, lists) => <ManagerFilter reached={reached} lists={lists} {...props} />}
    </WhenUsed>
  );
}

type FilterProps = { reached: Reached; lists: Lists };

function ManagerFilter({ reached, lists: { Select }, ...props }: ManagerProps & FilterProps) {
  return (
    <Select
      {...reached}
      size="xs"
      data={useManagerChoices(props, true)}
      value={props.value}
      onChange={props.onChange}
      searchable
      clearable
    />
  );
}

function useManagerChoices({ email, value }: ManagerProps, areNeeded: boolean) {
  const { data: users } = useQuery({ ...usersQuery(), enabled: areNeeded });
  return useMemo(() => managerChoices(users ?? [], email, value), [users, email, value]);
}

type ProjectFilterProps = FilterProps & { value: string | null; onChange: (id: string | null) => void };

function ProjectFilter({ reached, lists: { Select }, value, onChange }: ProjectFilterProps) {
  return (
    <Select
      {...reached}
      size="xs"
      value={value}
      onChange={onChange}
      clearable
      {...useProjectChoices(value, "name").select}
    />
  );
}

/** Users as choices, whoever looks first and by another name: a link to it shows everybody their own. */
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

type NothingProps = {
  narrowed: boolean;
  /** What is searched for among fewer than all surveys; empty: nothing. */
  search: string;
  mayCreate: boolean;
  project: string | undefined;
  /** Where this was looked for, unless at the service itself. */
  copy: FollowedCopy<Survey>["copy"];
  onSearchAll: () => void;
  onClear: () => void;
};

function Nothing({ narrowed, search, mayCreate, project, copy, onSearchAll, onClear }: NothingProps) {
  const format = useFormat();
  const noMatch = copy ? nothingInCopy(format.time(copy.as_of), copy) : "No survey matches these filters.";
  const none = project === undefined ? "There are no surveys yet." : "This project has no surveys yet.";
  const next = project !== undefined && mayCreate ? " Create the first one." : "";
  return (
    <NothingListed says={narrowed ? noMatch : `${none}${next}`} narrowed={narrowed} onClear={onClear}>
      {narrowed && search !== "" && (
        <Button look="primary" onClick={onSearchAll}>
          Search all surveys{project === undefined ? "" : " of this project"} for “{search}”
        </Button>
      )}
      {!narrowed && mayCreate && <NewSurveyButton allowed project={project} />}
    </NothingListed>
  );
}
