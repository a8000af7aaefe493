"use client";

import { Alert, Skeleton, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { countFields, DraftOffer, type DraftSummary } from "@/components/drafts/draft-offer";
import { DraftStatus } from "@/components/drafts/draft-status";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { useProjectNames } from "@/components/pickers/use-known-projects";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { tip } from "@/components/ui/tip";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { useLoaded } from "@/components/ui/use-loaded";
import type { ConnectionView } from "@/lib/contracts/context";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { JsonObject } from "@/lib/contracts/lenient";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import { NEW_THING } from "@/lib/contracts/terms/drafts";
import { servedRevision } from "@/lib/soft-launches/in-editor";
import { draftOf, type SurveyDraft, sharingQuotas } from "@/lib/surveys/draft";
import { changedFields, type KeptSurvey, keptSurveyText, loadDraftReader } from "@/lib/surveys/kept-draft";
import { questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery } from "@/lib/surveys/queries";
import { noProblems, problemsOfForm } from "@/lib/surveys/quotas/quota-problems";
import { BasicsSection } from "./basics-section";
import { type Editor, EditorProvider } from "./editor-context";
import { type EditorTab, EditorTabs, useEditorTab } from "./editor-tabs";
import { EntrySection } from "./entry-section";
import { FieldworkSection } from "./fieldwork-section";
import classes from "./survey-editor.module.css";
import { SurveyFacts } from "./survey-facts";
import { CreateState, useCreate } from "./use-create";
import { useEditorActions } from "./use-editor-actions";
import { namesMissing } from "./use-read-questions";
import { type Held, type Loaded, useSurveyForm } from "./use-survey-form";

const SaveFlow = onDemand(async () => (await import("./save-flow")).SaveFlow);
const QuotasTab = onDemand(
  async () => (await import("../quotas/quotas-tab")).QuotasTab,
  () => <Skeleton height={420} role="status" aria-label="Opening the quotas" />,
);

type Props = {
  /** The survey as last read; null: a new one. */
  latest: Loaded | null;
  /** See the editor's context. */
  targetsNow: Editor["targetsNow"];
  /** What a new survey begins as. */
  initial: SurveyDraft;
  connection: ConnectionView;
  definitions: Definitions;
  /** Why nothing may be changed; null: it may. */
  refusal: string | null;
};

/** Every field of a survey and its quotas. Saving a survey that exists always shows first what it will change. */
export function SurveyEditor({ latest, targetsNow, initial: blank, connection, definitions, refusal }: Props) {
  const readOnly = refusal !== null;
  const editing = useSurveyForm({ latest, blank, connection, definitions });
  const { base, setBase, present, initial, form, handleSubmit, list, draft, changed, load, hold, restore } = editing;
  const { control, setValue, setError } = form;
  const [tab, setTab] = useEditorTab();
  const [saving, setSaving] = useState(false);
  /** What was sent and may arrive late: it is then told from somebody else's change. */
  const [unknownSave, setUnknownSave] = useState<JsonObject | null>(null);
  const untouched = changed.length === 0;
  const kept = useKeptDraft({
    thing: "surveys",
    thingId: base?.survey.id ?? NEW_THING,
    enabled: !readOnly,
    content: untouched ? null : { base, draft },
  });
  /** What was read before the last save: it may stand in `latest` for a moment after it. */
  const superseded = useRef<string | null>(null);
  const [discarded, setDiscarded] = useState<Held | null>(null);
  const discardAll = () => {
    setDiscarded(hold());
    load(initial);
  };
  // Other changes are not lost for it: it waits until there are none.
  const takeBack = discarded && untouched ? () => restore(discarded) : null;
  const begin = (state: Loaded) => {
    superseded.current = latest?.revision ?? null;
    setBase(state);
    load(draftOf(state.survey));
    setDiscarded(null);
    void kept.drop();
  };
  // Somebody else's change is taken over at once only where nothing typed could be lost; else the save shows it.
  useEffect(() => {
    if (!latest || latest.revision === superseded.current) return;
    superseded.current = null;
    if (untouched && latest.revision !== base?.revision) {
      setBase(latest);
      load(draftOf(latest.survey));
    }
  }, [latest, untouched, base, setBase, load]);
  const pass = useLeaveGuard(!untouched && !readOnly);
  const read = useQuery(questionsQuery(draft.country_code));
  const { data: questionList, error: unread, refetch: readAgain } = read;
  const missing = namesMissing({ isRead: read.isSuccess && !read.isPlaceholderData, error: unread });
  const questions = useMemo(() => questionsById(questionList ?? []), [questionList]);

  const found = kept.offer ?? kept.other;
  const reader = useLoaded(loadDraftReader, found !== null);
  const readDraft = useMemo(() => (found && reader?.readKeptSurvey(found)) ?? null, [found, reader]);
  const keptProject = readDraft?.draft.project_id;
  const projects = useProjectNames([latest?.survey.project_id, initial.project_id, draft.project_id, keptProject]);
  const reading = useMemo(
    () => readDraft && describeKept(readDraft, { latest, blank, names: { projects, questions } }),
    [readDraft, latest, blank, projects, questions],
  );
  const takeUp = (of: KeptDraft) => {
    if (!reading) return;
    kept.adopt(of);
    if (reading.kept.base) setBase(reading.kept.base);
    load(sharingQuotas(reading.before, reading.kept.draft));
  };
  const { discard } = kept;
  const offer = reader && kept.offer;
  // What differs in nothing from the survey as it is was saved already.
  const isDone = reading?.isDone === true;
  useEffect(() => {
    if (offer && isDone) discard(offer);
  }, [offer, isDone, discard]);

  const create = useCreate(pass, kept.close, { setError, list });
  const submit = handleSubmit(
    (values) => {
      list.refuse(noProblems);
      return base ? setSaving(true) : create.run(values);
    },
    (errors) => {
      list.refuse(problemsOfForm(errors.respondent_attributes, list.quotas()));
      void setTab(refusedTab(errors, tab));
      notifications.show({ color: "red", message: "Some fields need a look: they say what is missing." });
    },
  );
  useHotkeys(readOnly ? [] : [["mod+S", () => void submit()]], []);
  useEditorActions({
    status: present && (present.status ?? ""),
    refusal,
    untouched,
    setValue,
    submit: () => void submit(),
    discard: discardAll,
    takeBack,
  });
  const lastRead = latest?.survey ?? present;
  const editor = useMemo<Editor>(
    () => ({
      ...{ control, setValue, connection, definitions, projects, questions, list, targetsNow, readOnly, refusal },
      present,
      revision: base && servedRevision(base),
      latest: lastRead,
      namesMissing: missing,
    }),
    [
      control,
      setValue,
      connection,
      definitions,
      present,
      base,
      lastRead,
      projects,
      questions,
      missing,
      list,
      targetsNow,
      readOnly,
      refusal,
    ],
  );
  const { problems } = list.state();
  const refused = {
    settings: Object.keys(form.formState.errors).some((field) => field !== "respondent_attributes"),
    quotas: problems.list !== null || list.quotas().some((quota) => problems.of.has(quota)),
  };

  return (
    <EditorProvider value={editor}>
      <form onSubmit={submit} noValidate>
        <CreateState create={create} />
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
        {unread && !questionList && (
          <LoadError what="The questions of this country" error={unread} onRetry={() => void readAgain()} />
        )}
        <EditorTabs shown={tab} onShow={setTab} refused={refused} quotas={draft.respondent_attributes.length}>
          {{
            settings: (
              <fieldset disabled={readOnly} className={classes.plain}>
                <div className={classes.sections}>
                  {latest && <SurveyFacts survey={latest.survey} />}
                  {present && <OddValues survey={present} />}
                  <BasicsSection />
                  <FieldworkSection />
                  <EntrySection />
                </div>
              </fieldset>
            ),
            quotas: <QuotasTab />,
          }}
        </EditorTabs>
        {!readOnly && (
          <div className={classes.bar}>
            <div>
              <span aria-live="polite">
                {untouched ? "No unsaved changes" : `${countFields(changed.length)} changed`}
              </span>
              <DraftStatus control={kept} />
            </div>
            <div>
              {takeBack && (
                <Button look="subtle" isLarge onClick={takeBack}>
                  Take changes back
                </Button>
              )}
              <Button isLarge disabled={untouched} onClick={discardAll}>
                Discard
              </Button>
              <Button
                type="submit"
                look="primary"
                isLarge
                disabled={(base !== null && untouched) || create.putOff !== null}
                isBusy={create.isRunning}
                {...tip("Ctrl S")}
              >
                {base ? "Save…" : "Create survey"}
              </Button>
            </div>
          </div>
        )}
      </form>
      {saving && base && (
        <SaveFlow
          base={base}
          mine={draft}
          onClose={() => setSaving(false)}
          refusals={{ setError, list }}
          onSaved={begin}
          unknown={unknownSave}
          onUnknown={setUnknownSave}
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

/** What a kept draft began with, what it changes, and whether the survey is already as it wants it; null: of another. */
function describeKept(kept: KeptSurvey, { latest, blank, names }: Around) {
  if ((kept.base === null) !== (latest === null)) return null;
  const before = kept.base ? draftOf(kept.base.survey) : blank;
  const summary: DraftSummary = {
    fields: changedFields(before, kept.draft).length,
    text: keptSurveyText(kept, blank, names),
    changedSince: kept.base !== null && kept.base.revision !== latest?.revision,
  };
  const present = latest ? draftOf(latest.survey) : blank;
  return { kept, before, summary, isDone: changedFields(present, kept.draft).length === 0 };
}

/** The part of the editor that shows what was refused: the one that is open, if something of it was. */
function refusedTab(errors: FieldErrors<SurveyDraft>, shown: EditorTab): EditorTab {
  const fields = Object.keys(errors);
  const isSettings = fields.some((field) => field !== "respondent_attributes");
  if (shown === "settings") return isSettings ? "settings" : "quotas";
  return fields.includes("respondent_attributes") ? "quotas" : "settings";
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
