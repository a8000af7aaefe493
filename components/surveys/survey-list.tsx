"use client";

import { Button, Group, MultiSelect, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/ui/data-table";
import { formatCount, formatInstant } from "@/components/ui/format";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Pages } from "@/components/ui/pages";
import { SearchField } from "@/components/ui/search-field";
import { surveyStatuses } from "@/lib/contracts/survey-fields";
import { projectsQuery } from "@/lib/projects/queries";
import { LIST_PAGE_SIZE, type SurveySort, surveyListFilter, surveyListParsers } from "@/lib/surveys/list-state";
import { surveysQuery } from "@/lib/surveys/queries";
import { BulkBar } from "./bulk-bar";
import { NewSurveyButton } from "./new-survey-button";
import { SurveyTitle, surveyColumns } from "./survey-columns";
import { SurveyStatusBadge } from "./survey-status";

/** The surveys of the viewer's accounts: everything that narrows or orders the list stands in the address. */
export function SurveyList({ mayCreate }: { mayCreate: boolean }) {
  const [state, setState] = useQueryStates(surveyListParsers, { history: "push" });
  const { data, error, isFetching, refetch } = useQuery(surveysQuery(state));
  const { data: projects } = useQuery(projectsQuery());
  const names = useMemo(
    () => new Map(projects?.items.map((project) => [project.id, project.project_name ?? project.id])),
    [projects],
  );
  const columns = useMemo(() => surveyColumns(names), [names]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selection = {
    ids: chosen,
    set: (ids: string[], on: boolean) =>
      setChosen(on ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id)))),
  };
  const narrowed = state.search !== "" || state.status.length > 0 || state.project !== null;
  const clear = () => void setState({ search: null, status: null, project: null, page: null });

  return (
    <>
      <PageHeader title="Surveys" aside={data && listSummary(data)}>
        <NewSurveyButton allowed={mayCreate} />
      </PageHeader>
      <Group mb="sm" gap="sm" align="flex-end">
        <SearchField
          label="Search surveys"
          placeholder="Name or id"
          maxLength={200}
          value={state.search}
          onChange={(search) => void setState({ search, page: null })}
        />
        <MultiSelect
          aria-label="Status"
          placeholder={state.status.length > 0 ? "" : "Any status"}
          data={[...surveyStatuses]}
          value={state.status}
          onChange={(status) => void setState({ status, page: null })}
          clearable
          w={{ base: "100%", sm: 220 }}
        />
        <Select
          aria-label="Project"
          placeholder="Any project"
          data={[...names].map(([value, label]) => ({ value, label }))}
          value={state.project}
          onChange={(project) => void setState({ project, page: null })}
          searchable
          clearable
          w={{ base: "100%", sm: 240 }}
        />
        {narrowed && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      {error && !data ? (
        <LoadError what="Surveys" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack gap="sm" style={{ opacity: isFetching && data ? 0.75 : 1, transition: "opacity 120ms" }}>
          {chosen.size > 0 && (
            <BulkBar
              chosen={chosen}
              total={data?.total ?? chosen.size}
              filter={surveyListFilter(state) ?? {}}
              onClear={() => setChosen(new Set())}
            />
          )}
          <DataTable
            label="Surveys"
            selection={mayCreate ? selection : undefined}
            columns={columns}
            rows={data?.items}
            rowId={({ id }) => id}
            cardTitle={(survey) => (
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <SurveyTitle survey={survey} projectNames={names} />
                <SurveyStatusBadge status={survey.status} />
              </Group>
            )}
            sort={sortOf(state.sort)}
            onSort={({ key, descending }) =>
              void setState({ sort: `${descending ? "-" : ""}${key}` as SurveySort, page: null })
            }
            empty={<Nothing narrowed={narrowed} mayCreate={mayCreate} onClear={clear} />}
          />
          <Pages
            total={data?.total ?? 0}
            pageSize={LIST_PAGE_SIZE}
            page={state.page}
            onChange={(page) => void setState({ page })}
          />
        </Stack>
      )}
    </>
  );
}

function listSummary({
  total,
  unreadable,
  as_of,
}: {
  total: number | null;
  unreadable: number;
  as_of: string | null;
}): string {
  const parts = [total === null ? "" : `${formatCount(total)} ${total === 1 ? "survey" : "surveys"}`];
  if (unreadable > 0) parts.push(`${unreadable} could not be read`);
  if (as_of) parts.push(`as of ${formatInstant(as_of)}`);
  return parts.filter(Boolean).join(" · ");
}

function sortOf(sort: SurveySort | null) {
  if (!sort) return undefined;
  const descending = sort.startsWith("-");
  return { key: sort.slice(descending ? 1 : 0), descending };
}

function Nothing({ narrowed, mayCreate, onClear }: { narrowed: boolean; mayCreate: boolean; onClear: () => void }) {
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed">{narrowed ? "No survey matches these filters." : "There are no surveys yet."}</Text>
      {narrowed ? (
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      ) : (
        mayCreate && <NewSurveyButton allowed />
      )}
    </Stack>
  );
}
