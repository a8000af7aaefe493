"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsBoolean, parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useMemo, useState } from "react";
import { useUndoOffer } from "@/components/jobs/use-undo-offer";
import { ListPage } from "@/components/lists/list-page";
import { SurveyTrail } from "@/components/lists/survey-trail";
import { Button, LinkButton } from "@/components/ui/button";
import { ChosenBar } from "@/components/ui/chosen-bar";
import { DialogFrame, DrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { Pages } from "@/components/ui/pages";
import { refusedProps } from "@/components/ui/refusable";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { usePastEnd } from "@/components/ui/use-past-end";
import { useSelection } from "@/components/ui/use-selection";
import { WhenUsed } from "@/components/ui/when-used";
import type { ReconciliationStatus } from "@/lib/contracts/ours/responses";
import { responseStatuses } from "@/lib/contracts/terms/demand";
import { RESPONSES_A_PAGE, readIds, responseListParsers, responseListQuery } from "@/lib/responses/list-state";
import { reasonsQuery, responsesKey, responsesQuery } from "@/lib/responses/queries";
import { statusName, withReasons } from "@/lib/responses/response-table";
import { surveyQuery } from "@/lib/surveys/queries";
import { chosenColumns } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import type { Chosen } from "./reconcile-dialog";
import { responseColumns } from "./response-columns";

const ReconcileDialog = onDemand(async () => (await import("./reconcile-dialog")).ReconcileDialog, DialogFrame);
const ResponseDetails = onDemand(async () => (await import("./response-details")).ResponseDetails, DrawerFrame);

type Props = {
  surveyId: string;
  mayWrite: boolean;
  /** Why the survey's sessions are not kept here; null: they are. */
  fieldedElsewhere: string | null;
  views: ReactNode;
  exporter: ReactNode;
};

const REFUSED = "Responses are accepted and rejected by project managers and admins. Ask an admin of your account.";

/** A survey's responses: what narrows the list and which one is open stand in the address. */
export function ResponseList({ surveyId, mayWrite, fieldedElsewhere, views, exporter }: Props) {
  const format = useFormat();
  const { state, change, rows, quotaNames, survey, list, query, notices } = useResponses(surveyId);
  const isBeingRead = list.isPlaceholderData || list.isFetching;
  const shownPage = { page: state.page, pageSize: RESPONSES_A_PAGE, list: list.data, isBeingRead };
  const isPastEnd = usePastEnd(shownPage, change);
  const [opened, setOpened] = useQueryState("response", parseAsString);
  const [listing, setListing] = useQueryState("reconcile", parseAsBoolean.withDefault(false));
  const [chosen, setChosen] = useState<Chosen>(null);
  const selection = useSelection();
  const changed = useMemo(
    () => ["list", "one", "reasons"].map((part) => [...responsesKey(surveyId), part]),
    [surveyId],
  );
  const onStarted = useUndoOffer(changed);
  const refused = mayWrite ? null : REFUSED;
  const all = useMemo(
    () =>
      responseColumns(format, quotaNames, {
        refused,
        onOpen: (rdud) => void setOpened(rdud),
        onJudge: (status, rduds) => setChosen({ status, rduds }),
      }),
    [format, quotaNames, refused, setOpened],
  );
  const shown = useMemo(() => chosenColumns(all, state.columns), [all, state.columns]);
  const narrowed = state.ids.length > 0 || state.status.length > 0;
  const close = () => {
    setChosen(null);
    void setListing(null);
  };

  return (
    <>
      <SurveyTrail surveyId={surveyId} name={survey?.name ?? null} />
      <ListPage
        label="Responses"
        aside={list.data && list.data.total !== null && responsesInWords(format.count, list.data.total)}
        actions={
          <>
            <LinkButton href={`/surveys/${encodeURIComponent(surveyId)}/sessions`} {...refusedProps(fieldedElsewhere)}>
              Sessions
            </LinkButton>
            <Button look="primary" onClick={() => void setListing(true)} {...refusedProps(refused)}>
              Reconcile a list…
            </Button>
          </>
        }
        views={views}
        exporter={exporter}
        query={query}
        filters={{
          search: (
            <SearchField
              label="Response ids"
              placeholder="Paste response ids"
              maxLength={8000}
              value={state.ids.join(" ")}
              onChange={(text, step) => change({ ids: readIds(text), page: null }, step)}
            />
          ),
          set: [state.status.length],
          fields: (
            <WhenUsed
              label="Status"
              placeholder="Any status"
              text={state.status.map(statusName).join(", ")}
              width={200}
            >
              {(reached, { MultiSelect }) => (
                <MultiSelect
                  {...reached}
                  size="xs"
                  data={responseStatuses.map((status) => ({ value: status, label: statusName(status) }))}
                  value={state.status}
                  onChange={(status) => change({ status, page: null })}
                  clearable
                />
              )}
            </WhenUsed>
          ),
          onClear: narrowed ? () => change({ ids: null, status: null, page: null }) : null,
        }}
        columns={{ all, shown: shown.columns, unknown: shown.unknown, onChange: (columns) => change({ columns }) }}
        notices={notices}
        list={{
          what: "Responses",
          rows: isPastEnd ? undefined : rows,
          rowId: responseId,
          error: list.data ? null : list.error,
          isBeingReplaced: list.isPlaceholderData,
          retry: () => void list.refetch(),
          selection: mayWrite ? selection : undefined,
          empty: narrowed ? "No response matches these filters." : "Nobody has entered this survey yet.",
        }}
      >
        {selection.ids.size > 0 && (
          <ChosenResponses ids={selection.ids} onJudge={setChosen} onClear={selection.clear} />
        )}
        <Pages
          total={list.data?.total ?? 0}
          pageSize={RESPONSES_A_PAGE}
          page={state.page}
          onChange={(page) => change({ page })}
        />
      </ListPage>
      {opened !== null && (
        <ResponseDetails
          surveyId={surveyId}
          survey={survey}
          rdud={opened}
          listed={rows ?? []}
          quotaNames={quotaNames}
          onClose={() => void setOpened(null)}
        />
      )}
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

const responseId = ({ rdud }: { rdud: string }) => rdud;

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

type BarProps = { ids: ReadonlySet<string>; onJudge: (chosen: Chosen) => void; onClear: () => void };

function ChosenResponses({ ids, onJudge, onClear }: BarProps) {
  const format = useFormat();
  const judge = (status: ReconciliationStatus) => onJudge({ status, rduds: [...ids] });
  return (
    <ChosenBar label="Chosen responses">
      <b>{format.count(ids.size)} chosen</b>
      <Button isSmall look="primary" onClick={() => judge("Rejected")}>
        Reject…
      </Button>
      <Button isSmall onClick={() => judge("Accepted")}>
        Accept…
      </Button>
      <Button isSmall look="subtle" onClick={onClear}>
        Choose none
      </Button>
    </ChosenBar>
  );
}
