"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useUndoOffer } from "@/components/jobs/use-undo-offer";
import { ListPage } from "@/components/lists/list-page";
import { SurveyTrail } from "@/components/lists/survey-trail";
import { Button, LinkButton } from "@/components/ui/button";
import { ChosenBar } from "@/components/ui/chosen-bar";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { Pages } from "@/components/ui/pages";
import { refusedProps } from "@/components/ui/refusable";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { useGo } from "@/components/ui/use-go";
import { usePastEnd } from "@/components/ui/use-past-end";
import { useSelection } from "@/components/ui/use-selection";
import { MOST_DECIDED } from "@/lib/contracts/terms/respondents";
import {
  isNarrowed,
  NO_FILTER,
  RESPONDENTS_A_PAGE,
  respondentListParsers,
  respondentListQuery,
} from "@/lib/respondents/list-state";
import { respondentListOptions, respondentsKey, summaryOptions } from "@/lib/respondents/queries";
import { NOBODY_SCORED, respondentsText } from "@/lib/respondents/words";
import { surveyQuery } from "@/lib/surveys/queries";
import { chosenColumns } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import type { ChosenRespondents } from "./exclusion-dialog";
import { reviewHref, thresholdsHref } from "./hrefs";
import { NobodyListed } from "./nobody-listed";
import { QualityPanel } from "./quality-panel";
import { respondentColumns } from "./respondent-columns";
import { RespondentFilters } from "./respondent-filters";
import { deletionRefusal, SurveyMenu } from "./survey-menu";

const ExclusionDialog = onDemand(async () => (await import("./exclusion-dialog")).ExclusionDialog, DialogFrame);
const DeletionDialog = onDemand(async () => (await import("./deletion-dialog")).DeletionDialog, DialogFrame);

type Props = {
  surveyId: string;
  mayWrite: boolean;
  mayDelete: boolean;
  views: ReactNode;
  exporter: ReactNode;
};

const respondentId = ({ respondent_id }: { respondent_id: string }) => respondent_id;

/** A survey's respondents with their quality. What narrows the list stands in the address. */
export function RespondentList({ surveyId, mayWrite, mayDelete, views, exporter }: Props) {
  const format = useFormat();
  const { state, change, list, summary, surveyName, query, notices } = useRespondents(surveyId);
  const shownPage = {
    page: state.page,
    pageSize: RESPONDENTS_A_PAGE,
    list: list.data && { total: list.data.total_respondents, items: list.data.respondents },
    isBeingRead: list.isPlaceholderData || list.isFetching,
  };
  const isPastEnd = usePastEnd(shownPage, change);
  const selection = useSelection();
  const [chosen, setChosen] = useState<ChosenRespondents | null>(null);
  const changed = useMemo(() => [respondentsKey(surveyId)], [surveyId]);
  const onStarted = useUndoOffer(changed);
  const all = useMemo(() => respondentColumns(surveyId, format), [surveyId, format]);
  const shown = useMemo(() => chosenColumns(all, state.columns), [all, state.columns]);
  const narrowed = isNarrowed(state);
  const clear = () => change({ ...NO_FILTER, page: null });
  const scored = list.data?.survey ?? null;
  const isScored = list.data ? scored !== null : null;
  const [deleted, setDeleted] = useState<readonly string[] | null>(null);
  return (
    <>
      <SurveyTrail surveyId={surveyId} name={surveyName} />
      <ListPage
        label="Respondents"
        aside={
          list.data &&
          `${respondentsText(format.count, list.data.total_respondents)}${scored?.is_stopped ? " · survey stopped" : ""}`
        }
        actions={
          <>
            <Actions surveyId={surveyId} notReviewed={list.data?.not_reviewed ?? 0} isScored={isScored} />
            <SurveyMenu
              surveyId={surveyId}
              survey={scored}
              respondents={summary?.respondents ?? 0}
              mayWrite={mayWrite}
              mayDelete={mayDelete}
            />
          </>
        }
        summary={<QualityPanel surveyId={surveyId} onNarrow={(to) => change({ ...to, page: null })} />}
        views={views}
        exporter={exporter}
        query={query}
        filters={{
          search: (
            <SearchField
              label="Respondent id"
              placeholder="Respondent id"
              maxLength={200}
              value={state.search}
              onChange={(search, step) => change({ search, page: null }, step)}
            />
          ),
          set: [
            ...[state.bands, state.checks, state.categories, state.suppliers, state.decisions].map((set) => set.length),
            state.excluded,
          ],
          fields: <RespondentFilters state={state} suppliers={summary?.suppliers ?? []} change={change} />,
          onClear: narrowed ? clear : null,
        }}
        columns={{ all, shown: shown.columns, unknown: shown.unknown, onChange: (columns) => change({ columns }) }}
        notices={notices}
        list={{
          what: "Respondents",
          rows: isPastEnd ? undefined : list.data?.respondents,
          rowId: respondentId,
          error: list.data ? null : list.error,
          isBeingReplaced: list.isPlaceholderData,
          retry: () => void list.refetch(),
          selection,
          empty: <NobodyListed surveyId={surveyId} narrowed={narrowed} onClear={clear} />,
        }}
      >
        {selection.ids.size > 0 && (
          <Chosen
            ids={selection.ids}
            deletionRefused={deletionRefusal(scored, mayDelete)}
            onDecide={setChosen}
            onDelete={() => setDeleted([...selection.ids])}
            onClear={selection.clear}
          />
        )}
        <Pages
          total={list.data?.total_respondents ?? 0}
          pageSize={RESPONDENTS_A_PAGE}
          page={state.page}
          onChange={(page) => change({ page })}
        />
      </ListPage>
      {deleted && scored && (
        <DeletionDialog
          surveyId={surveyId}
          survey={scored}
          ids={deleted}
          respondents={deleted.length}
          onClose={() => setDeleted(null)}
          onDeleted={selection.clear}
        />
      )}
      {chosen && (
        <ExclusionDialog
          surveyId={surveyId}
          chosen={chosen}
          onClose={() => setChosen(null)}
          onStarted={(job) => {
            setChosen(null);
            selection.clear();
            onStarted(job);
          }}
        />
      )}
    </>
  );
}

/** The list's address and view, what they find, and the survey whose respondents they are. */
function useRespondents(surveyId: string) {
  const { state, change, isUnread, viewsError } = useListAddress("respondents", respondentListParsers);
  const list = useQuery({
    ...respondentListOptions(surveyId, state),
    enabled: !isUnread || viewsError !== null,
  });
  const { data: summary } = useQuery(summaryOptions(surveyId));
  const { data: one } = useQuery(surveyQuery(surveyId));
  const { query, notices } = respondentListQuery(surveyId, state);
  return { state, change, list, summary, surveyName: one?.survey.name ?? null, query, notices };
}

type ActionsProps = { surveyId: string; notReviewed: number; isScored: boolean | null };

function Actions({ surveyId, notReviewed, isScored }: ActionsProps) {
  const { count } = useFormat();
  const go = useGo();
  const refused = isScored === false ? NOBODY_SCORED : null;
  usePageActions([
    {
      id: "review-respondents",
      label: "Review respondents",
      keywords: "quality queue exclude keep flag",
      run: () => go(reviewHref(surveyId)),
      refused,
    },
    {
      id: "thresholds",
      label: "Thresholds of respondents’ quality",
      keywords: "rules sliders exclude score",
      run: () => go(thresholdsHref(surveyId)),
      refused,
    },
  ]);
  return (
    <>
      <LinkButton href={thresholdsHref(surveyId)} {...refusedProps(refused)}>
        Thresholds
      </LinkButton>
      <LinkButton look="primary" href={reviewHref(surveyId)} {...refusedProps(refused)}>
        {notReviewed > 0 ? `Review ${count(notReviewed)}` : "Review"}
      </LinkButton>
    </>
  );
}

type ChosenProps = {
  ids: ReadonlySet<string>;
  deletionRefused: string | null;
  onDecide: (chosen: ChosenRespondents) => void;
  onDelete: () => void;
  onClear: () => void;
};

function Chosen({ ids, deletionRefused, onDecide, onDelete, onClear }: ChosenProps) {
  const { count } = useFormat();
  const refused = ids.size > MOST_DECIDED ? `Choose at most ${count(MOST_DECIDED)} respondents at once.` : null;
  const decide = (isExcluded: boolean) => refused === null && onDecide({ ids: [...ids], isExcluded });
  return (
    <ChosenBar label="Chosen respondents">
      <b>{count(ids.size)} chosen</b>
      <Button isSmall {...refusedProps(refused)} onClick={() => decide(true)}>
        Exclude…
      </Button>
      <Button isSmall {...refusedProps(refused)} onClick={() => decide(false)}>
        Include…
      </Button>
      <Button
        isSmall
        {...refusedProps(deletionRefused ?? refused)}
        {...(deletionRefused === null && refused === null && { onClick: onDelete })}
      >
        Delete…
      </Button>
      <Button isSmall look="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </ChosenBar>
  );
}
