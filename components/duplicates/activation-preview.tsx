"use client";

import { Alert, Button, Group, List, Paper, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { Refusable } from "@/components/ui/refusable";
import { useServiceName } from "@/components/ui/service-name";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import { selectorNames, selectorValues } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ActivationPreview as Preview } from "@/lib/contracts/ours/duplicates";
import type { Job } from "@/lib/contracts/ours/jobs";
import { changeInWords, confirmationOf, isConfirmed, nothingToDo, startLabel } from "@/lib/duplicates/prepare-preview";
import { previewQuery, startActivation } from "@/lib/duplicates/queries";
import type { SwitchBody } from "@/lib/duplicates/switch-form";
import { actionWords, nameOfRoute, selectorWords } from "@/lib/duplicates/words";
import type { Format } from "@/lib/tables/format";
import { PreviewTable } from "./preview-table";
import { Expandable, Lines } from "./surveys-field";
import type { Previewed } from "./switch-steps";

type Props = { previewed: Previewed; onBack: () => void; onStarted: (job: Job) => Promise<void> };

/** What would change, before anything does. */
export function ActivationPreview({ previewed, onBack, onStarted }: Props) {
  const { id, body } = previewed;
  const { data, error, refetch } = useQuery(previewQuery(id, body));
  return (
    <Stack component="section" aria-label="Preview" gap="md" maw={1100}>
      <Title order={2} fz={18}>
        {actionWords[body.Type].verb} on route {nameOfRoute(body.Route)}: what would change
      </Title>
      {error && <LoadError what="The preview" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PreviewSkeleton />}
      {data && <Outcome preview={data} previewed={previewed} />}
      {data && <Start preview={data} previewed={previewed} onBack={onBack} onStarted={onStarted} />}
      {/* Below the start: there may be hundreds. */}
      {data && data.surveys.length > 0 && <PreviewTable rows={data.surveys} body={body} />}
      {!data && (
        <Group>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function PreviewSkeleton() {
  const service = useServiceName();
  return (
    <Stack gap="sm" aria-busy>
      <Waiting
        what="Counting what matches…"
        explanation={`Duplicate check of ${service} is slow to answer. Nothing is changed yet, so you can go back.`}
      />
      <Skeleton height={18} width={460} />
      <Skeleton height={260} />
    </Stack>
  );
}

type OutcomeProps = { preview: Preview; previewed: Previewed };

function Outcome({ preview, previewed: { body, leftOut } }: OutcomeProps) {
  const format = useFormat();
  const unknown = [...new Set([...leftOut, ...preview.unknown])];
  return (
    <>
      {preview.not_counted === null ? (
        <div>
          <Text size="lg" fw={600}>
            {changeInWords(preview, body, format)}
          </Text>
          <Text size="sm" c="dimmed">
            It goes from the oldest record on, in calls of at most 500, until nothing is left to change.
          </Text>
        </div>
      ) : (
        <Alert color="yellow" variant="light" role="note" title="It cannot be said beforehand how many records match">
          {preview.not_counted}
        </Alert>
      )}
      <GivenSelectors body={body} surveys={preview.surveys.length} />
      {unknown.length > 0 && (
        <Alert color="yellow" variant="light" role="note" title={`${format.count(unknown.length)} left out`}>
          <Expandable title="No survey of your account, or a name of several: show them">
            <Lines label="Surveys left out" lines={unknown} />
          </Expandable>
        </Alert>
      )}
    </>
  );
}

/** Everything that a record must match, so that nobody switches by a selector that he forgot. */
function GivenSelectors({ body, surveys }: { body: SwitchBody; surveys: number }) {
  const format = useFormat();
  const given = selectorNames.flatMap((name) => {
    const value = body[name];
    if (value === undefined) return [];
    if (name === "Survey_Number" && surveys > 0) return [{ name, label: "Survey", text: ofSurveys(surveys, format) }];
    const entries = selectorValues(name, value);
    const shown = entries.slice(0, 5).join(", ");
    const more = entries.length > 5 ? ` and ${format.count(entries.length - 5)} more` : "";
    return [{ name, label: selectorWords[name].label, text: `${shown}${more}` }];
  });
  return (
    <div>
      <Text size="sm" fw={500}>
        A record must match {given.length === 1 ? "this" : "all of these"}
      </Text>
      <List size="sm" style={{ overflowWrap: "anywhere" }}>
        {given.map(({ name, label, text }) => (
          <List.Item key={name}>
            {label}: {text}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

const ofSurveys = (count: number, format: Format) =>
  count === 1 ? "the one below" : `any of the ${format.count(count)} below`;

type StartProps = Props & { preview: Preview };

/** The start, behind a number that has to be typed where much would change. */
function Start({ preview, previewed: { id, body }, onBack, onStarted }: StartProps) {
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirmation = confirmationOf(preview);
  const nothing = nothingToDo(preview, body);
  const expected = confirmation && format.count(confirmation.count);
  const missing = confirmation && !isConfirmed(typed, confirmation) ? `Type ${expected} to confirm.` : null;
  const start = async () => {
    setStarting(true);
    setProblem(null);
    try {
      await onStarted(await startActivation({ ...body, request_id: id }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setStarting(false);
    }
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {nothing && (
          <Text size="sm" role="status">
            {nothing}
          </Text>
        )}
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {confirmation && !nothing && (
          <TextInput
            label={`Type the number of ${confirmation.of}, ${expected}, to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            maw={360}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onBack} disabled={starting}>
            Back
          </Button>
          <Refusable reason={nothing ?? missing}>
            {(refused) => (
              <Button color={actionWords[body.Type].color} loading={starting} onClick={() => void start()} {...refused}>
                {startLabel(preview, body, format)}
              </Button>
            )}
          </Refusable>
        </Group>
      </Stack>
    </Paper>
  );
}
