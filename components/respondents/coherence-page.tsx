"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { Nothing } from "@/components/ui/nothing";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { refusedProps } from "@/components/ui/refusable";
import { Trail } from "@/components/ui/trail";
import { REMAINS, useFocusAfterRemoval } from "@/components/ui/use-focus-after-removal";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import { questionsQuery } from "@/lib/answers/queries";
import type { RulesOfAccount } from "@/lib/contracts/ours/coherence-rules";
import type { Interview } from "@/lib/contracts/ours/interviews";
import { askedLabel, type RuleQuestion, ruleQuestions } from "@/lib/respondents/coherence-form";
import { coherencePreviewOptions, coherenceRulesOptions, interviewOptions } from "@/lib/respondents/queries";
import classes from "./coherence.module.css";
import { CoherenceRuleItem } from "./coherence-rule-item";
import { respondentsHref } from "./hrefs";
import { useCoherenceRules } from "./use-coherence-rules";

const CoherenceDialog = onDemand(async () => (await import("./coherence-dialog")).CoherenceDialog, DialogFrame);

/** The account's rules about answers that contradict each other, and what they find in this survey. */
export function CoherencePage({ surveyId }: { surveyId: string }) {
  const interview = useQuery(interviewOptions(surveyId));
  const accounts = useQuery(coherenceRulesOptions());
  const projectId = interview.data?.project_id ?? null;
  const project = useQuery({ ...questionsQuery(projectId ?? ""), enabled: projectId !== null });
  const own = accounts.data?.find(({ account }) => account.id === interview.data?.account.id);
  const failed = [interview, accounts].find(({ error, data }) => error !== null && !data);
  const questions = useMemo(
    () => ruleQuestions(interview.data?.questions ?? [], project.data?.questions ?? []),
    [interview.data, project.data],
  );
  return (
    <>
      <Trail href={respondentsHref(surveyId)}>Respondents</Trail>
      {interview.data && own && !project.isLoading ? (
        <Rules surveyId={surveyId} own={own} interview={interview.data} questions={questions} />
      ) : (
        <>
          <PageHeader title="Coherence rules" />
          {failed?.error ? (
            <LoadError what="The rules" error={failed.error} onRetry={() => void failed.refetch()} />
          ) : (
            <Waiting what="Reading the rules and the questions of this survey…" />
          )}
        </>
      )}
    </>
  );
}

type Props = { surveyId: string; own: RulesOfAccount; interview: Interview; questions: RuleQuestion[] };

function Rules({ surveyId, own, interview, questions }: Props) {
  const { count } = useFormat();
  const { account, rules } = own;
  const preview = useQuery({
    ...coherencePreviewOptions({ survey_id: surveyId, rules }),
    enabled: rules.length > 0 && interview.refused === null,
  });
  /** The place of the rule that is edited; one past the last adds one. */
  const [editedPlace, setEditedPlace] = useState<number | null>(null);
  const change = useCoherenceRules(own);
  const list = useRef<HTMLDivElement>(null);
  const onRemoval = useFocusAfterRemoval(list, rules.length);
  const add = () => setEditedPlace(rules.length);
  usePageActions([
    { id: "add-rule", label: "Add coherence rule", keywords: "contradiction", run: add, refused: interview.refused },
  ]);
  return (
    <div ref={list} className={classes.page}>
      <PageHeader title="Coherence rules" aside={`All surveys of ${account.name}`}>
        <Button
          look="primary"
          {...REMAINS}
          {...refusedProps(interview.refused)}
          {...(interview.refused === null && { onClick: add })}
        >
          Add rule…
        </Button>
      </PageHeader>
      <p>
        A rule names two answers that contradict each other. One contradiction makes the coherence score 40, several
        make it 15. Rules apply to respondents who are scored from now on; earlier scores stay as they are. Age against
        year of birth and years of work, two ages and two genders are compared without a rule.
      </p>
      {interview.refused !== null && <p role="note">{interview.refused}</p>}
      {change.error && (
        <p role="alert" className={classes.error}>
          {change.error.message}
        </p>
      )}
      {preview.error && !preview.data && (
        <LoadError what="What the rules find" error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {rules.length === 0 ? (
        <Nothing says={`${account.name} has no rules yet. Add one for answers that cannot both be true.`} />
      ) : (
        <ul className={classes.rules} aria-label="Rules">
          {rules.map((rule, at) => (
            <CoherenceRuleItem
              key={rule.name}
              surveyId={surveyId}
              rule={rule}
              labelOf={(asked) => askedLabel(asked, questions)}
              preview={preview.data}
              effect={preview.data?.rules.find(({ name }) => name === rule.name)}
              isChanging={change.isPending}
              refused={interview.refused}
              onEdit={() => setEditedPlace(at)}
              onRemove={() => {
                onRemoval();
                change.mutate({ rules: rules.filter((each) => each !== rule), says: `Removed “${rule.name}”` });
              }}
            />
          ))}
        </ul>
      )}
      {preview.data && rules.length > 1 && (
        <p role="status">
          {count(preview.data.contradicting)} of {count(preview.data.interviews)} scored respondents contradict at least
          one rule.
        </p>
      )}
      {editedPlace !== null && (
        <CoherenceDialog
          surveyId={surveyId}
          own={own}
          place={editedPlace}
          questions={questions}
          onClose={() => setEditedPlace(null)}
        />
      )}
    </div>
  );
}
