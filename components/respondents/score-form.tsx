"use client";

import { Alert, Button, Checkbox, Group, List, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useUndoOffer } from "@/components/jobs/use-undo-offer";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { DialogOnDemand } from "@/components/ui/dialog-on-demand";
import { PageHeader } from "@/components/ui/page-header";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { FeedMapping, ScoringFeed } from "@/lib/contracts/ours/scoring-feed";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { randomUuid } from "@/lib/http/random-uuid";
import { costText, feedChoices, responsesText } from "@/lib/respondents/feed-form";
import { respondentsKey, saveScoringFeed, scoringFeedOptions, startScoring } from "@/lib/respondents/queries";
import { ScoreFields } from "./score-fields";

type Props = {
  surveyId: string;
  projectId: string;
  feed: ScoringFeed;
  questions: readonly Question[];
  /** Scoring adds respondents to the survey. */
  mayWrite: boolean;
};

/** The mapping as it is edited; responses are scored by the saved one. */
export function ScoreForm({ surveyId, projectId, feed, questions, mayWrite }: Props) {
  const format = useFormat();
  const queries = useQueryClient();
  const [mapping, setMapping] = useState<FeedMapping>({
    ...feed.mapping,
    survey_id: feed.mapping.survey_id ?? surveyId,
  });
  const [isStarting, setStarting] = useState(false);
  const choices = useMemo(() => feedChoices(questions), [questions]);
  const isSaved = feed.saved !== null && JSON.stringify(mapping) === JSON.stringify(feed.mapping);
  const allowLeaving = useLeaveGuard(!isSaved && feed.saved !== null);
  const changed = useMemo(
    () => [respondentsKey(surveyId), scoringFeedOptions(projectId).queryKey],
    [surveyId, projectId],
  );
  const onStarted = useUndoOffer(changed);
  const save = useMutation({
    mutationFn: () => saveScoringFeed({ project_id: projectId, mapping }),
    onSuccess: (saved) => {
      allowLeaving();
      queries.setQueryData(scoringFeedOptions(projectId).queryKey, saved);
      notifications.show({ color: "green", message: "Mapping saved. Nothing was scored by that." });
    },
  });
  const refused = !mayWrite
    ? FORBIDDEN
    : !isSaved
      ? "Save the mapping first."
      : feed.problems.length > 0
        ? "The mapping has problems that stand above."
        : feed.responses === 0
          ? "The project has no responses."
          : null;
  return (
    <Stack gap="md" maw={760}>
      <PageHeader title="Score responses" aside={savedText(feed, isSaved, format.day)} />
      {isSaved && feed.problems.length > 0 && (
        <Alert color="yellow" variant="light" role="note" title="Responses cannot be scored by this mapping">
          <List size="sm">
            {feed.problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Checkbox
        label="Imported responses become respondents of this survey"
        description="A completed session is a respondent of the survey that it was in."
        checked={mapping.survey_id === surveyId}
        onChange={(event) => setMapping({ ...mapping, survey_id: event.currentTarget.checked ? surveyId : null })}
      />
      <ScoreFields mapping={mapping} choices={choices} onChange={setMapping} />
      {save.error && (
        <Alert color="red" variant="light" role="alert" title="The mapping was not saved">
          {save.error.message}
        </Alert>
      )}
      <p style={{ margin: 0, fontSize: 13 }}>{costText(feed, format.count)}</p>
      <Group gap="sm">
        <Refusable reason={isSaved ? "This mapping is saved." : null}>
          {(shown) => (
            <Button
              variant={isSaved ? "default" : "filled"}
              loading={save.isPending}
              onClick={() => save.mutate()}
              {...shown}
            >
              Save mapping
            </Button>
          )}
        </Refusable>
        <Refusable reason={refused}>
          {(shown) => (
            <Button variant={isSaved ? "filled" : "default"} onClick={() => setStarting(true)} {...shown}>
              {`Score ${responsesText(feed.responses, format.count)}…`}
            </Button>
          )}
        </Refusable>
      </Group>
      {isStarting && (
        <StartDialog
          feed={feed}
          projectId={projectId}
          onClose={() => setStarting(false)}
          onStarted={(job) => {
            setStarting(false);
            onStarted(job);
          }}
        />
      )}
    </Stack>
  );
}

const savedText = ({ saved }: ScoringFeed, isSaved: boolean, day: (iso: string) => string) =>
  saved === null ? "Suggested, not saved" : isSaved ? `Saved by ${saved.by}, ${day(saved.at)}` : "Not saved";

type StartProps = {
  feed: ScoringFeed;
  projectId: string;
  onClose: () => void;
  onStarted: ReturnType<typeof useUndoOffer>;
};

function StartDialog({ feed, projectId, onClose, onStarted }: StartProps) {
  const { count } = useFormat();
  const [requestId] = useState(randomUuid);
  const start = useMutation({
    mutationFn: () => startScoring({ project_id: projectId, request_id: requestId }),
    onSuccess: onStarted,
  });
  const action = `Score ${responsesText(feed.responses, count)}`;
  return (
    <DialogOnDemand onClose={onClose} title={action}>
      <ConfirmBody
        says={`${costText(feed, count)} Scoring excludes nobody; its progress is under “Jobs” above.`}
        confirm={action}
        error={start.error}
        isPending={start.isPending}
        onConfirm={() => start.mutate()}
        onCancel={onClose}
      />
    </DialogOnDemand>
  );
}
