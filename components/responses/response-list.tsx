"use client";

import { Anchor, Button, MultiSelect, Stack, Text } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsBoolean, parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useMemo, useState } from "react";
import { ChosenBar } from "@/components/ui/chosen-bar";
import { ColumnChooser } from "@/components/ui/column-chooser";
import { DataTable } from "@/components/ui/data-table";
import { Filters } from "@/components/ui/filters";
import { LeftOut } from "@/components/ui/left-out";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Pages } from "@/components/ui/pages";
import { Refusable } from "@/components/ui/refusable";
import { SearchField } from "@/components/ui/search-field";
import { ShownListProvider } from "@/components/ui/shown-list";
import { useFormat } from "@/components/ui/use-format";
import { usePastEnd } from "@/components/ui/use-past-end";
import { useSelection } from "@/components/ui/use-selection";
import type { ReconciliationStatus } from "@/lib/contracts/responses";
import { responseStatuses } from "@/lib/contracts/terms/demand";
import { RESPONSES_A_PAGE, readIds, responseListParsers, responseListQuery } from "@/lib/responses/list-state";
import { reasonsQuery, responsesQuery } from "@/lib/responses/queries";
import { statusName, withReasons } from "@/lib/responses/response-table";
import { surveyQuery } from "@/lib/surveys/queries";
import { chosenColumns, columnNotices, columnsParam } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import { type Chosen, ReconcileDialog } from "./reconcile-dialog";
import { responseColumns } from "./response-columns";
import { ResponseDetails } from "./response-details";
import { useUndoOffer } from "./use-undo-offer";

type Props = { surveyId: string; mayWrite: boolean; views: ReactNode; exporter: ReactNode };

const REFUSED = "Responses are accepted and rejected by project managers and admins. Ask an admin of your account.";

/** A survey's responses: what narrows the list and which one is open stand in the address. */
export function ResponseList({ surveyId, mayWrite, views, exporter }: Props) {
  const format = useFormat();
  const { state, change, rows, quotaNames, survey, list, query, notices } = useResponses(surveyId);
  const isBeingRead = list.isPlaceholderData || list.isFetching;
  const shownPage = { page: state.page, pageSize: RESPONSES_A_PAGE, list: list.data, isBeingRead };
  const isPastEnd = usePastEnd(shownPage, change);
  const [opened, setOpened] = useQueryState("response", parseAsString);
  const [listing, setListing] = useQueryState("reconcile", parseAsBoolean.withDefault(false));
  const [chosen, setChosen] = useState<Chosen>(null);
  const selection = useSelection();
  const onStarted = useUndoOffer(surveyId);
  const refused = mayWrite ? null : REFUSED;
  const columns = useMemo(
    () =>
      responseColumns(format, quotaNames, {
        refused,
        onOpen: (rdud) => void setOpened(rdud),
        onJudge: (status, rduds) => setChosen({ status, rduds }),
      }),
    [format, quotaNames, refused, setOpened],
  );
  const shown = useMemo(() => chosenColumns(columns, state.columns), [columns, state.columns]);
  const close = () => {
    setChosen(null);
    void setListing(null);
  };

  return (
    <>
      <Trail surveyId={surveyId} name={survey?.name ?? null} />
      <PageHeader
        title="Responses"
        aside={list.data && list.data.total !== null && responsesInWords(format.count, list.data.total)}
      >
        <ShownListProvider value={{ query, columns: shown.columns }}>{exporter}</ShownListProvider>
        <Refusable reason={refused}>
          {(shownAs) => (
            <Button onClick={() => void setListing(true)} {...shownAs}>
              Reconcile a list…
            </Button>
          )}
        </Refusable>
      </PageHeader>
      {views}
      <Filters
        others={[state.status.length]}
        search={
          <SearchField
            label="Response ids"
            placeholder="Paste response ids"
            maxLength={8000}
            value={state.ids.join(" ")}
            onChange={(text) => change({ ids: readIds(text), page: null })}
          />
        }
      >
        <MultiSelect
          aria-label="Status"
          placeholder={state.status.length > 0 ? "" : "Any status"}
          data={responseStatuses.map((status) => ({ value: status, label: statusName(status) }))}
          value={state.status}
          onChange={(status) => change({ status, page: null })}
          clearable
          w={{ base: "100%", sm: 240 }}
        />
        {(state.ids.length > 0 || state.status.length > 0) && (
          <Button variant="subtle" color="gray" onClick={() => change({ ids: null, status: null, page: null })}>
            Clear
          </Button>
        )}
        <ColumnChooser
          columns={columns}
          chosen={shown.columns}
          onChange={(wanted) => change({ columns: wanted && columnsParam(columns, wanted) })}
        />
      </Filters>
      <LeftOut notices={[...notices, ...columnNotices(shown.unknown)]} />
      {list.error && !list.data ? (
        <LoadError what="Responses" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Stack
          gap="sm"
          style={{ opacity: list.isPlaceholderData ? 0.75 : 1, transition: "opacity 120ms" }}
          aria-busy={list.isPlaceholderData}
        >
          <DataTable
            label="Responses"
            selection={mayWrite ? selection : undefined}
            columns={shown.columns}
            rows={isPastEnd ? undefined : rows}
            rowId={({ rdud }) => rdud}
            empty={
              <Text c="dimmed" ta="center">
                {state.ids.length > 0 || state.status.length > 0
                  ? "No response matches these filters."
                  : "Nobody has entered this survey yet."}
              </Text>
            }
          />
          {selection.ids.size > 0 && (
            <ChosenResponses ids={selection.ids} onJudge={setChosen} onClear={selection.clear} />
          )}
          <Pages
            total={list.data?.total ?? 0}
            pageSize={RESPONSES_A_PAGE}
            page={state.page}
            onChange={(page) => change({ page })}
          />
        </Stack>
      )}
      <ResponseDetails
        surveyId={surveyId}
        survey={survey}
        wanted={opened}
        listed={rows ?? []}
        quotaNames={quotaNames}
        onClose={() => void setOpened(null)}
      />
      {mayWrite && (chosen || listing) && (
        <ReconcileDialog
          surveyId={surveyId}
          chosen={chosen}
          onClose={close}
          onStarted={(job) => {
            close();
            selection.clear();
            onStarted(job);
          }}
        />
      )}
    </>
  );
}

/** The list's address and view, the responses that they find with our reasons, and the survey whose they are. */
function useResponses(surveyId: string) {
  const { state, change, isUnread, viewsError } = useListAddress("responses", responseListParsers);
  const list = useQuery({ ...responsesQuery(surveyId, state), enabled: !isUnread || viewsError !== null });
  const items = list.data?.items;
  const rduds = useMemo(() => items?.map(({ rdud }) => rdud) ?? [], [items]);
  const reasons = useQuery({ ...reasonsQuery(surveyId, rduds), enabled: rduds.length > 0 });
  const { data: one } = useQuery(surveyQuery(surveyId));
  const survey = one?.survey ?? null;
  const quotaNames = useMemo(
    () =>
      new Map(
        survey?.respondent_attributes?.flatMap(({ quota_id, quota_name }) =>
          quota_id ? [[quota_id, quota_name ?? quota_id] as const] : [],
        ),
      ),
    [survey],
  );
  const rows = useMemo(() => items && withReasons(items, reasons.data ?? []), [items, reasons.data]);
  const { query, notices } = responseListQuery(surveyId, state);
  const unread = reasons.error ? [`Reasons could not be loaded: ${reasons.error.message}`] : [];
  return {
    state,
    change,
    rows,
    quotaNames,
    survey,
    list,
    query,
    notices: [...notices, ...unread],
  };
}

const responsesInWords = (count: (value: number) => string, total: number) =>
  `${count(total)} ${total === 1 ? "response" : "responses"}`;

function Trail({ surveyId, name }: { surveyId: string; name: string | null }) {
  return (
    <Anchor
      component={Link}
      href={`/surveys/${encodeURIComponent(surveyId)}`}
      prefetch={false}
      fz="sm"
      display="inline-flex"
      mb={4}
      style={{ alignItems: "center", overflowWrap: "anywhere" }}
    >
      <IconChevronLeft size={16} aria-hidden style={{ flexShrink: 0 }} /> {name || "The survey"}
    </Anchor>
  );
}

type BarProps = { ids: ReadonlySet<string>; onJudge: (chosen: Chosen) => void; onClear: () => void };

function ChosenResponses({ ids, onJudge, onClear }: BarProps) {
  const format = useFormat();
  const judge = (status: ReconciliationStatus) => onJudge({ status, rduds: [...ids] });
  return (
    <ChosenBar label="Chosen responses">
      <Text size="sm" fw={600}>
        {format.count(ids.size)} chosen
      </Text>
      <Button size="compact-sm" onClick={() => judge("Rejected")}>
        Reject…
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => judge("Accepted")}>
        Accept…
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Choose none
      </Button>
    </ChosenBar>
  );
}
