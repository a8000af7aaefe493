"use client";

import { Button, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LoadError } from "@/components/ui/load-error";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import type { SurveyLink } from "@/lib/contracts/ours/duplicates";
import { linkSurvey, linksQuery } from "@/lib/duplicates/queries";
import type { Format } from "@/lib/tables/format";

/** Where the duplicate check is another service than the surveys': which number stands for which survey. */
export function SurveyLinks() {
  const { data: links, error, refetch } = useQuery(linksQuery());
  if (error && !links) return <LoadError what="Survey numbers" error={error} onRetry={() => void refetch()} />;
  // Null: numbers are survey ids here. Until it is read nothing is said, because mostly there is nothing.
  return links ? <LinksPanel links={links} /> : null;
}

/** Says or forgets a number; gives why it could not. */
function useLinking() {
  const queries = useQueryClient();
  return async (surveyId: string, number: string | null): Promise<string | null> => {
    try {
      queries.setQueryData(linksQuery().queryKey, await linkSurvey(surveyId, number));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

function LinksPanel({ links }: { links: SurveyLink[] }) {
  const format = useFormat();
  const save = useLinking();
  const columns = useMemo(() => {
    const forget = async (id: string) => {
      const message = await save(id, null);
      if (message) notifications.show({ color: "red", message });
    };
    return columnsOf(format, (id) => void forget(id));
  }, [format, save]);
  return (
    <Stack component="section" aria-labelledby="survey-numbers" gap="sm" mt="xl" maw={1100}>
      <Title order={2} fz={18} id="survey-numbers">
        Survey numbers
      </Title>
      <Text size="sm" c="dimmed">
        The duplicate check knows a survey by its id, unless another number is given here.
      </Text>
      <LinkForm onSave={save} />
      <DataTable
        label="Survey numbers"
        columns={columns}
        rows={links}
        rowId={({ survey_id }) => survey_id}
        empty={<Text c="dimmed">No survey has a number of its own.</Text>}
      />
    </Stack>
  );
}

type Save = ReturnType<typeof useLinking>;

function LinkForm({ onSave }: { onSave: Save }) {
  const [survey, setSurvey] = useState("");
  const [number, setNumber] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isWhole = survey.trim() !== "" && number.trim() !== "";
    if (!isWhole) return setProblem("Give the survey's id and its number.");
    setBusy(true);
    const said = await onSave(survey.trim(), number.trim());
    setProblem(said);
    setBusy(false);
    if (said !== null) return;
    setSurvey("");
    setNumber("");
  };
  return (
    <Paper component="form" withBorder p="sm" onSubmit={(event: FormEvent) => void submit(event)}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Survey id"
          value={survey}
          onChange={(event) => setSurvey(event.currentTarget.value)}
          maxLength={200}
          style={{ flex: 1, minWidth: 200 }}
        />
        <TextInput
          label="Number in the duplicate check"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          maxLength={100}
          style={{ flex: 1, minWidth: 200 }}
        />
        <Button type="submit" variant="default" loading={busy}>
          Link
        </Button>
      </Group>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {problem}
        </Text>
      )}
    </Paper>
  );
}

function LinkedSurvey({ link: { survey_id, survey_name } }: { link: SurveyLink }) {
  return (
    <>
      <b>{survey_name ?? survey_id}</b>{" "}
      {survey_name && (
        <small>
          <code>{survey_id}</code>
        </small>
      )}
    </>
  );
}

const columnsOf = (format: Format, onForget: (surveyId: string) => void): Column<SurveyLink>[] => [
  { id: "survey", header: "Survey", wraps: true, card: "title", cell: (link) => <LinkedSurvey link={link} /> },
  { id: "number", header: "Number", cell: ({ survey_number }) => survey_number },
  { id: "who", header: "Who", cell: ({ who }) => who },
  { id: "at", header: "When", cell: ({ at }) => format.instant(at) },
  {
    id: "actions",
    header: "Remove",
    cell: ({ survey_id, survey_name }) => (
      <RowButton onClick={() => onForget(survey_id)}>
        Remove<span className="visually-hidden"> the number of {survey_name ?? survey_id}</span>
      </RowButton>
    ),
  },
];
