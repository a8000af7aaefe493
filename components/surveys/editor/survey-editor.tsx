"use client";

import { Alert, Box, Button, Group, Stack, Text, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import type { ConnectionView } from "@/lib/contracts/context";
import type { Definitions } from "@/lib/contracts/demand";
import type { Survey } from "@/lib/contracts/survey-codec";
import { AppError } from "@/lib/http/problem";
import { createBody, draftFields, draftOf, type SurveyDraft, sameField } from "@/lib/surveys/draft";
import { questionsById } from "@/lib/surveys/qualification-text";
import { createSurvey, questionsQuery } from "@/lib/surveys/queries";
import { surveyResolver } from "@/lib/surveys/survey-form";
import { BasicsSection } from "./basics-section";
import { EditorProvider } from "./editor-context";
import { EntrySection } from "./entry-section";
import { FieldworkSection } from "./fieldwork-section";
import { QuotasSection } from "./quotas-section";
import { SaveFlow } from "./save-flow";
import classes from "./survey-editor.module.css";
import { SurveyFacts } from "./survey-facts";

export type Loaded = { survey: Survey; revision: string };

type Props = {
  /** The survey as last read; null: a new one. */
  latest: Loaded | null;
  /** What a new survey begins as. */
  initial: SurveyDraft;
  connection: ConnectionView;
  definitions: Definitions;
  projects: ReadonlyMap<string, string>;
  readOnly: boolean;
};

/** Every field of a survey and its quotas. Saving a survey that exists always shows first what it will change. */
export function SurveyEditor({ latest, initial: blank, connection, definitions, projects, readOnly }: Props) {
  const [base, setBase] = useState(latest);
  const present = base?.survey ?? null;
  const initial = useMemo(() => (present ? draftOf(present) : blank), [present, blank]);
  const resolver = useMemo(
    () => surveyResolver({ definitions, present, ownRules: connection.environment === "built-in" }),
    [definitions, present, connection],
  );
  const form = useForm<SurveyDraft>({ defaultValues: initial, resolver, mode: "onTouched" });
  const { control, setValue, watch, handleSubmit, setError } = form;
  const draft = watch();
  const changed = draftFields.filter((field) => !sameField(field, initial, draft));
  const [saving, setSaving] = useState(false);
  const untouched = changed.length === 0;
  const begin = (state: Loaded) => {
    setBase(state);
    form.reset(draftOf(state.survey));
  };
  // Somebody else's change is taken over at once only where nothing typed could be lost; else the save shows it.
  useEffect(() => {
    if (latest && untouched && latest.revision !== base?.revision) {
      setBase(latest);
      form.reset(draftOf(latest.survey));
    }
  }, [latest, untouched, base, form]);
  const pass = useLeaveGuard(!untouched && !readOnly);
  const { data: questionList } = useQuery(questionsQuery(draft.country_code));
  const questions = useMemo(() => questionsById(questionList ?? []), [questionList]);

  const create = useCreate(pass, setError);
  const submit = handleSubmit(
    (values) => (base ? setSaving(true) : create.run(values)),
    () => notifications.show({ color: "red", message: "Some fields need a look: they say what is missing." }),
  );
  useHotkeys([["mod+S", () => void submit()]], []);

  return (
    <EditorProvider value={{ control, setValue, connection, definitions, present, projects, questions, readOnly }}>
      <form onSubmit={submit} noValidate>
        {readOnly && (
          <Alert color="gray" mb="md">
            Your role reads surveys. Managers and admins change them.
          </Alert>
        )}
        {create.problem && (
          <Alert color="red" role="alert" mb="md">
            {create.problem}
          </Alert>
        )}
        <fieldset disabled={readOnly} className={classes.plain}>
          <Stack gap="md">
            {latest && <SurveyFacts survey={latest.survey} />}
            {present && <OddValues survey={present} />}
            <BasicsSection />
            <FieldworkSection />
            <QuotasSection />
            <EntrySection />
          </Stack>
        </fieldset>
        {!readOnly && (
          <Box className={classes.bar ?? ""}>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" aria-live="polite">
                {changed.length === 0
                  ? "No unsaved changes"
                  : `${changed.length} ${changed.length === 1 ? "field" : "fields"} changed`}
              </Text>
              <Group gap="sm">
                <Button variant="default" disabled={untouched} onClick={() => form.reset(initial)}>
                  Discard
                </Button>
                <Tooltip label="Ctrl S">
                  <Button type="submit" disabled={base !== null && untouched} loading={create.running}>
                    {base ? "Save…" : "Create survey"}
                  </Button>
                </Tooltip>
              </Group>
            </Group>
          </Box>
        )}
      </form>
      {saving && base && (
        <SaveFlow
          base={base}
          mine={draft}
          onClose={() => setSaving(false)}
          onFieldProblems={setError}
          onSaved={begin}
        />
      )}
    </EditorProvider>
  );
}

/** Creating: the service's refusals go to their fields, and the new survey's page opens. */
function useCreate(pass: () => void, setError: ReturnType<typeof useForm<SurveyDraft>>["setError"]) {
  const router = useRouter();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const run = async (draft: SurveyDraft) => {
    setProblem(null);
    setRunning(true);
    try {
      const survey = await createSurvey(createBody(draft));
      pass();
      await queries.invalidateQueries({ queryKey: ["surveys"] });
      notifications.show({ color: "green", message: `“${survey.name}” was created.` });
      router.push(`/surveys/${encodeURIComponent(survey.id)}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      if (error instanceof AppError) showFieldProblems(error, setError);
      setRunning(false);
    }
  };
  return { run, running, problem };
}

/** Puts a refusal's sentences at the fields they are about. */
export function showFieldProblems(
  error: AppError,
  setError: ReturnType<typeof useForm<SurveyDraft>>["setError"],
): void {
  for (const [field, message] of Object.entries(error.fields ?? {})) {
    // Problems inside a quota's qualifications have no field of their own: the list says them.
    const shown =
      /^respondent_attributes\.\d+\.(quota_name|quota)$/.test(field) || !field.startsWith("respondent_attributes");
    setError((shown ? field : "respondent_attributes.root") as keyof SurveyDraft, { type: "service", message });
  }
}

/** Members that the service sent as something else than we know them: shown as they came. */
function OddValues({ survey }: { survey: Survey }) {
  const odd = Object.entries(survey.odd ?? {});
  if (odd.length === 0) return null;
  return (
    <Alert color="yellow" title="The service sent values that this page cannot edit">
      {odd.map(([name, value]) => (
        <Text key={name} size="sm">
          {name}: {JSON.stringify(value)}
        </Text>
      ))}
    </Alert>
  );
}
