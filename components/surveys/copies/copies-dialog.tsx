"use client";

import { Alert, Button, Group, List, MultiSelect, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { ReadingFromService } from "@/components/ui/waiting";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import type { NewSurveysInput } from "@/lib/contracts/ours/jobs";
import { requestIds } from "@/lib/jobs/request-id";
import { type Carried, type Copy, carryQuotas, copyOf, copyProblems, newCopies } from "@/lib/surveys/clone";
import type { SurveyDraft } from "@/lib/surveys/draft";
import { startNewSurveys } from "@/lib/surveys/jobs/queries";
import { questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery } from "@/lib/surveys/queries";
import { createBody } from "@/lib/surveys/survey-body";
import { CopiesTable } from "./copies-table";

type Props = { survey: SurveyDraft; definitions: Definitions; isBuiltIn: boolean; onClose: () => void };

/** Makes copies of a survey for the countries and languages chosen, all of them looked at before any is created. */
export function CopiesDialog({ survey, definitions, isBuiltIn, onClose }: Props) {
  const places = useMemo(() => placesOf(definitions), [definitions]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [copies, setCopies] = useState<ReadonlyMap<string, Copy>>(new Map());
  const catalogues = useCatalogues(survey.country_code, [...copies.values()]);
  const choose = (values: string[]) => {
    const added = values.filter((value) => !copies.has(value)).flatMap((value) => places.get(value) ?? []);
    const made = new Map(newCopies(survey, added).map((copy) => [placeKey(copy), copy]));
    setChosen(values);
    setCopies(
      new Map(values.flatMap((value) => [[value, copies.get(value) ?? made.get(value)] as const]).filter(isKnown)),
    );
  };
  const carried = new Map(
    [...copies].flatMap(([key, copy]) => {
      const [from, to] = [catalogues.of(survey.country_code), catalogues.of(copy.country_code)];
      return from && to ? [[key, carryQuotas(survey.respondent_attributes, from, to, copy.mapping)] as const] : [];
    }),
  );
  const ready = copies.size > 0 && [...copies].every(([key, copy]) => isReady(copy, carried.get(key)));
  const start = useStart(onClose);

  return (
    <Dialog onClose={onClose} title={`Copy “${survey.name}”`} size="min(72rem, 100vw)">
      <Stack gap="md">
        <MultiSelect
          label="Countries and languages"
          description="One survey is made for each. Targets of quotas follow the copy's own target."
          placeholder={chosen.length === 0 ? "Choose at least one" : ""}
          data={[...places].map(([value, { name }]) => ({ value, label: name }))}
          value={chosen}
          onChange={choose}
          searchable
          clearable
          hidePickedOptions
          data-autofocus
        />
        {catalogues.error && (
          <LoadError what="The questions of a country" error={catalogues.error} onRetry={catalogues.retry} />
        )}
        {copies.size > 0 && (
          <CopiesTable
            survey={survey}
            isBuiltIn={isBuiltIn}
            copies={copies}
            carried={carried}
            names={new Map([...places].map(([key, { name }]) => [key, name]))}
            onChange={(key, copy) => setCopies(new Map(copies).set(key, copy))}
          />
        )}
        {copies.size > carried.size && !catalogues.error && <ReadingFromService what="the countries' questions" />}
        {start.problem && (
          <Alert color="red" role="alert">
            {start.problem}
          </Alert>
        )}
        <Summary copies={[...copies.values()]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!ready} loading={start.running} onClick={() => void start.run(survey, copies, carried)}>
            {copies.size === 1 ? "Create 1 survey" : `Create ${copies.size} surveys`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const isKnown = (entry: readonly [string, Copy | undefined]): entry is [string, Copy] => entry[1] !== undefined;
const isReady = (copy: Copy, carried: Carried | undefined) =>
  carried !== undefined && copyProblems(copy, carried).length === 0;
const placeKey = ({ country_code, language_code }: Pick<Copy, "country_code" | "language_code">) =>
  `${country_code} ${language_code}`;

type Place = { country_code: string; language_code: string; name: string };

/** Every country in each of its languages, named. */
const placesOf = ({ countries }: Definitions): ReadonlyMap<string, Place> =>
  new Map(
    countries.flatMap((country) =>
      country.language_options.map((language) => {
        const place = { country_code: country.code, language_code: language.code };
        const isOnly = country.language_options.length === 1;
        return [
          placeKey(place),
          { ...place, name: isOnly ? country.name : `${country.name}, ${language.name}` },
        ] as const;
      }),
    ),
  );

/** The questions of every country concerned. */
function useCatalogues(source: string, copies: readonly Copy[]) {
  const countries = [...new Set([source, ...copies.map(({ country_code }) => country_code)])];
  return useQueries({
    queries: countries.map((country) => ({ ...questionsQuery(country), placeholderData: undefined })),
    combine: (results) => {
      const found = new Map(
        results.flatMap(({ data }, at) => (data ? [[countries[at] ?? "", questionsById(data)] as const] : [])),
      );
      return {
        of: (country: string) => found.get(country),
        error: results.find(({ error }) => error)?.error ?? null,
        retry: () => {
          for (const result of results) if (result.error) void result.refetch();
        },
      };
    },
  });
}

function Summary({ copies }: { copies: readonly Copy[] }) {
  const format = useFormat();
  if (copies.length === 0) return null;
  const respondents = copies.reduce((sum, copy) => sum + (Number(copy.respondents) || 0), 0);
  return (
    <List size="sm" c="dimmed">
      <List.Item>
        {format.count(copies.length)} {copies.length === 1 ? "survey" : "surveys"}, together {format.count(respondents)}{" "}
        respondents, all as drafts: nothing goes live.
      </List.Item>
      <List.Item>
        <Text span inherit>
          They are created one after another, and the result of each is under “Jobs”.
        </Text>
      </List.Item>
    </List>
  );
}

function useStart(onStarted: () => void) {
  const queries = useQueryClient();
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // What was begun although its answer was lost is not begun again.
  const [requestIdOf] = useState(requestIds);
  const run = async (survey: SurveyDraft, copies: ReadonlyMap<string, Copy>, carried: ReadonlyMap<string, Carried>) => {
    setRunning(true);
    setProblem(null);
    const surveys = [...copies].map(([key, copy]) => createBody(copyOf(survey, copy, carried.get(key)?.quotas ?? [])));
    // The contract judges every member; what is missing or wrong comes back as a sentence.
    const asked = {
      title: `Copy “${survey.name}”`.slice(0, 120),
      surveys: surveys as NewSurveysInput["surveys"],
    };
    try {
      const job = await startNewSurveys({ ...asked, request_id: requestIdOf(asked) });
      notifications.show({ color: "green", message: `${job.title}: started. Progress is under “Jobs” above.` });
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      onStarted();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setRunning(false);
    }
  };
  return { running, problem, run };
}
