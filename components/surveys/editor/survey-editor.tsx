"use client";

import { Alert, Box, Button, Group, Stack, Text, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { countFields, DraftOffer, type DraftSummary } from "@/components/drafts/draft-offer";
import { DraftStatus } from "@/components/drafts/draft-status";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import type { ConnectionView } from "@/lib/contracts/context";
import type { Definitions } from "@/lib/contracts/demand";
import { type KeptDraft, NEW_THING } from "@/lib/contracts/drafts";
import type { Survey } from "@/lib/contracts/survey-codec";
import { AppError } from "@/lib/http/problem";
import { createBody, draftOf, type SurveyDraft } from "@/lib/surveys/draft";
import { changedFields, keptSurveyText, readKeptSurvey } from "@/lib/surveys/kept-draft";
import { questionsById } from "@/lib/surveys/qualification-text";
import { createSurvey, questionsQuery } from "@/lib/surveys/queries";
import { QuotaList } from "@/lib/surveys/quotas/quota-list";
import { surveyResolver } from "@/lib/surveys/survey-form";
import { BasicsSection } from "./basics-section";
import { EditorProvider } from "./editor-context";
import { EntrySection } from "./entry-section";
import { FieldworkSection } from "./fieldwork-section";
import { QuotasSection } from "./quotas-section";
import { SaveFlow } from "./save-flow";
import classes from "./survey-editor.module.css";
import { SurveyFacts } from "./survey-facts";
import { useEditorActions } from "./use-editor-actions";

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
  const [list] = useState(() => new QuotaList(initial.respondent_attributes));
  const draft = watch();
  const changed = changedFields(initial, draft);
  const [saving, setSaving] = useState(false);
  const untouched = changed.length === 0;
  const kept = useKeptDraft({
    thing: "surveys",
    thingId: base?.survey.id ?? NEW_THING,
    enabled: !readOnly,
    content: untouched ? null : { base, draft },
  });
  const begin = (state: Loaded) => {
    setBase(state);
    form.reset(draftOf(state.survey));
    void kept.drop();
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

  const names = { projects, questions };
  const found = kept.offer ?? kept.other;
  const reading = found && readKept(found, { latest, blank, names });
  const takeUp = (of: KeptDraft) => {
    if (!reading) return;
    kept.adopt(of);
    if (reading.kept.base) setBase(reading.kept.base);
    form.reset(reading.before);
    // Its base stays what "changed" is measured against, and what the save merges from.
    form.reset(reading.kept.draft, { keepDefaultValues: true });
  };
  const { offer, discard } = kept;
  // What differs in nothing from the survey as it is was saved already.
  const isDone = reading?.isDone === true;
  useEffect(() => {
    if (offer && isDone) discard(offer);
  }, [offer, isDone, discard]);

  const create = useCreate(pass, kept.close, setError);
  const submit = handleSubmit(
    (values) => (base ? setSaving(true) : create.run(values)),
    () => notifications.show({ color: "red", message: "Some fields need a look: they say what is missing." }),
  );
  useHotkeys([["mod+S", () => void submit()]], []);
  useEditorActions({
    status: present && (present.status ?? ""),
    readOnly,
    untouched,
    setValue,
    submit: () => void submit(),
    discard: () => form.reset(initial),
  });

  return (
    <EditorProvider
      value={{ control, setValue, connection, definitions, present, projects, questions, list, readOnly }}
    >
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
        {offer && !isDone && (
          <DraftOffer
            kept={offer}
            summary={reading?.summary ?? null}
            noun="survey"
            typed={!untouched}
            problem={kept.discardProblem}
            onTakeUp={() => takeUp(offer)}
            onDiscard={() => discard(offer)}
          />
        )}
        {kept.state.elsewhere && (
          <DraftElsewhere
            control={kept}
            summary={reading?.summary ?? null}
            fieldsHere={changed.length}
            onTakeUpOther={() => kept.other && takeUp(kept.other)}
          />
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
              <Group gap="0 var(--mantine-spacing-md)">
                <Text size="sm" c="dimmed" aria-live="polite">
                  {untouched ? "No unsaved changes" : `${countFields(changed.length)} changed`}
                </Text>
                <DraftStatus control={kept} />
              </Group>
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

type Around = {
  latest: Loaded | null;
  blank: SurveyDraft;
  names: { projects: ReadonlyMap<string, string>; questions: ReturnType<typeof questionsById> };
};

/** What a kept draft began with, what it changes, and whether the survey is already as it wants it; null: unreadable. */
function readKept(found: KeptDraft, { latest, blank, names }: Around) {
  const kept = readKeptSurvey(found);
  if (!kept || (kept.base === null) !== (latest === null)) return null;
  const before = kept.base ? draftOf(kept.base.survey) : blank;
  const summary: DraftSummary = {
    fields: changedFields(before, kept.draft).length,
    text: keptSurveyText(kept, blank, names),
    changedSince: kept.base !== null && kept.base.revision !== latest?.revision,
  };
  const present = latest ? draftOf(latest.survey) : blank;
  return { kept, before, summary, isDone: changedFields(present, kept.draft).length === 0 };
}

/** Creating: the service's refusals go to their fields, and the new survey's page opens. */
function useCreate(
  pass: () => void,
  closeDraft: () => Promise<void>,
  setError: ReturnType<typeof useForm<SurveyDraft>>["setError"],
) {
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
      await closeDraft();
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
