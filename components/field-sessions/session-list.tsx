"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { ListPage, NothingListed } from "@/components/lists/list-page";
import { SurveyTrail } from "@/components/lists/survey-trail";
import { LinkButton } from "@/components/ui/button";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { Pages } from "@/components/ui/pages";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { usePastEnd } from "@/components/ui/use-past-end";
import { fieldSessionParsers, fieldSessionQuery, SESSIONS_A_PAGE } from "@/lib/field-sessions/list-state";
import { fieldSessionsQuery } from "@/lib/field-sessions/queries";
import { chosenColumns } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import { RemoveTestsButton } from "./remove-tests-button";
import { sessionColumns } from "./session-columns";
import { SessionFilters } from "./session-filters";
import { SessionSummary } from "./session-summary";
import { useSessionNames } from "./use-session-names";

const SessionHistory = onDemand(async () => (await import("./session-history")).SessionHistory, DrawerFrame);

type Props = { surveyId: string; mayWrite: boolean; views: ReactNode; exporter: ReactNode };

/** A survey's sessions. The filters and the open session are in the address. */
export function SessionList({ surveyId, mayWrite, views, exporter }: Props) {
  const format = useFormat();
  const { state, change, isUnread, viewsError } = useListAddress("field-sessions", fieldSessionParsers);
  const list = useQuery({ ...fieldSessionsQuery(surveyId, state), enabled: !isUnread || viewsError !== null });
  const { survey, suppliers, names } = useSessionNames(surveyId);
  const { query, notices } = fieldSessionQuery(surveyId, state);
  const total = list.data?.total_sessions ?? null;
  const shownPage = {
    page: state.page,
    pageSize: SESSIONS_A_PAGE,
    list: list.data && { total: list.data.total_sessions, items: list.data.sessions },
    isBeingRead: list.isPlaceholderData || list.isFetching,
  };
  const isPastEnd = usePastEnd(shownPage, change);
  const [opened, setOpened] = useQueryState("session", parseAsString);
  const all = useMemo(() => sessionColumns(format, names, (rid) => void setOpened(rid)), [format, names, setOpened]);
  const shown = useMemo(() => chosenColumns(all, state.columns), [all, state.columns]);
  const narrowed =
    state.search !== "" || state.reasons.length > 0 || state.suppliers.length > 0 || state.tests !== null;
  const clear = () => change({ search: null, reasons: null, suppliers: null, tests: null, page: null });

  return (
    <>
      <SurveyTrail surveyId={surveyId} name={survey?.name ?? null} />
      <ListPage
        label="Sessions"
        aside={total !== null && `${format.count(total)} ${total === 1 ? "session" : "sessions"}`}
        actions={<LinkButton href={`/surveys/${encodeURIComponent(surveyId)}/responses`}>Responses</LinkButton>}
        summary={
          <SessionSummary
            surveyId={surveyId}
            names={names}
            onReason={(reason) => change({ reasons: [reason], page: null })}
          >
            {(tests) => <RemoveTestsButton surveyId={surveyId} tests={tests} mayWrite={mayWrite} />}
          </SessionSummary>
        }
        views={views}
        exporter={exporter}
        query={query}
        filters={{
          search: (
            <SearchField
              label="Session or respondent id"
              placeholder="Session or respondent id"
              maxLength={200}
              value={state.search}
              onChange={(search, step) => change({ search, page: null }, step)}
            />
          ),
          set: [state.reasons.length, state.suppliers.length, state.tests],
          fields: <SessionFilters state={state} suppliers={suppliers ?? []} names={names} change={change} />,
          onClear: narrowed ? clear : null,
        }}
        columns={{ all, shown: shown.columns, unknown: shown.unknown, onChange: (columns) => change({ columns }) }}
        notices={notices}
        list={{
          what: "Sessions",
          rows: isPastEnd ? undefined : list.data?.sessions,
          rowId: ({ rid }) => rid,
          error: list.data ? null : list.error,
          isBeingReplaced: list.isPlaceholderData,
          retry: () => void list.refetch(),
          empty: (
            <NothingListed
              says={
                narrowed
                  ? "No session matches these filters."
                  : "Nobody has entered this survey yet. Test the entry link on the survey's page."
              }
              narrowed={narrowed}
              onClear={clear}
            />
          ),
        }}
      >
        <Pages total={total ?? 0} pageSize={SESSIONS_A_PAGE} page={state.page} onChange={(page) => change({ page })} />
      </ListPage>
      {opened !== null && (
        <SessionHistory surveyId={surveyId} rid={opened} names={names} onClose={() => void setOpened(null)} />
      )}
    </>
  );
}
