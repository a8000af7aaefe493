"use client";

import { Anchor, Group, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { ProjectSelect } from "@/components/pickers/project-select";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { questionsParsers } from "@/lib/answers/address";
import { questionsQuery } from "@/lib/answers/queries";
import type { ProjectQuestionList } from "@/lib/contracts/questions";
import { AddDerived } from "./add-derived";
import { QuestionEditor } from "./question-editor";
import { QuestionList } from "./question-list";
import classes from "./questions.module.css";
import { UndoBar } from "./undo-bar";
import { useUndo } from "./use-undo";
import { WeightsSection } from "./weights-section";

/** The questions of a project: what they are called, how they are read, and what is made of them. */
export function QuestionsPage({ mayWrite }: { mayWrite: boolean }) {
  const [state, setState] = useQueryStates(questionsParsers, { history: "push" });
  const { project } = state;
  const { data, error, refetch } = useQuery({ ...questionsQuery(project ?? ""), enabled: project !== null });
  const unsaved = useUnsaved(project);
  const [asked, setAsked] = useState<string | null>(null);
  const isDirty = unsaved.question || unsaved.weight;
  useLeaveGuard(isDirty);
  const go = (id: string) => {
    setAsked(null);
    void setState({ project: id, question: null, add: null, search: "" });
  };
  return (
    <>
      <PageHeader title="Questions" aside="Labels, order, kinds and missing codes; questions made of others; weights">
        {project !== null && (
          <Group gap="md">
            <Anchor
              component={Link}
              href={`/answers?project=${encodeURIComponent(project)}`}
              prefetch={false}
              size="sm"
            >
              Answers
            </Anchor>
            <Anchor component={Link} href={`/trends?project=${encodeURIComponent(project)}`} prefetch={false} size="sm">
              Trends
            </Anchor>
          </Group>
        )}
      </PageHeader>
      <Stack gap="md">
        <ProjectSelect value={project} onChange={(id) => (isDirty ? setAsked(id) : go(id))} />
        {project === null && <Text c="dimmed">Choose a project to see its questions.</Text>}
        {project !== null && !data && error && (
          <LoadError what="The questions" error={error} onRetry={() => void refetch()} />
        )}
        {project !== null && !data && !error && <Skeleton height={320} aria-busy />}
        {project !== null && data && data.questions.length === 0 && <NoQuestions project={project} />}
        {project !== null && data && data.questions.length > 0 && (
          <Halves key={project} {...{ project, known: data, mayWrite, unsaved }} />
        )}
      </Stack>
      <DiscardPrompt
        opened={asked !== null}
        onDiscard={() => asked !== null && go(asked)}
        onKeep={() => setAsked(null)}
      />
    </>
  );
}

/** What is typed in the two halves and not saved; another project begins without any. */
function useUnsaved(project: string | null) {
  const [of, setOf] = useState(project);
  const [question, setQuestion] = useState(false);
  const [weight, setWeight] = useState(false);
  if (of !== project) {
    setOf(project);
    setQuestion(false);
    setWeight(false);
  }
  return { question, setQuestion, weight, setWeight };
}

function NoQuestions({ project }: { project: string }) {
  return (
    <Text c="dimmed">
      This project has no answers yet.{" "}
      <Anchor component={Link} href={`/answers?project=${encodeURIComponent(project)}`} prefetch={false}>
        Import a file of answers
      </Anchor>{" "}
      to see its questions here.
    </Text>
  );
}

type Props = {
  project: string;
  known: ProjectQuestionList;
  mayWrite: boolean;
  unsaved: ReturnType<typeof useUnsaved>;
};
type Place = { question?: string | null; add?: "bands" | "nets" | "combination" | "filter" | null };

/** Questions and weights; what is typed in one half stays while the other is looked at. */
function Halves(props: Props) {
  const [{ show }, setState] = useQueryStates(questionsParsers, { history: "push" });
  const [wasShown, setShown] = useState(show === "weights");
  if (show === "weights" && !wasShown) setShown(true);
  return (
    <Tabs value={show} onChange={(next) => void setState({ show: next === "weights" ? "weights" : "questions" })}>
      <Tabs.List mb="md" aria-label="Questions and weights">
        <Tabs.Tab value="questions">Questions</Tabs.Tab>
        <Tabs.Tab value="weights">Weights</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="questions">
        <Stack gap="md">
          <Questions {...props} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="weights">
        {wasShown && (
          <WeightsSection
            project={props.project}
            questions={props.known.questions}
            mayWrite={props.mayWrite}
            isDirty={props.unsaved.weight}
            onDirty={props.unsaved.setWeight}
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

function Questions({ project, known, mayWrite, unsaved: { question: isDirty, setQuestion: setDirty } }: Props) {
  const [{ question, add, search }, setState] = useQueryStates(questionsParsers, { history: "push" });
  const [asked, setAsked] = useState<Place | null>(null);
  const undo = useUndo(project);
  const go = (place: Place) => {
    setDirty(false);
    setAsked(null);
    void setState({ question: null, add: null, ...place });
  };
  const open = (place: Place) => (isDirty ? setAsked(place) : go(place));
  const chosen = known.questions.find(({ id }) => id === question);
  const isOpen = chosen !== undefined || add !== null;
  const common = { project, questions: known.questions, mayWrite, undo, onDirty: setDirty };
  return (
    <>
      <UndoBar undo={undo} />
      <div className={classes.columns} data-open={isOpen || undefined}>
        <QuestionList
          {...{ project, questions: known.questions, mayWrite, undo, search }}
          open={question}
          onSearch={(text) => void setState({ search: text }, { history: "replace" })}
          onOpen={(id) => open({ question: id })}
          onAdd={(form) => open({ add: form })}
        />
        <section className={classes.side} aria-label={chosen ? `Question ${chosen.id}` : "Question"}>
          {isOpen && (
            <Anchor component="button" type="button" size="sm" hiddenFrom="md" mb="xs" onClick={() => open({})}>
              Back to the list
            </Anchor>
          )}
          {add !== null ? (
            <AddDerived
              key={add}
              form={add}
              {...common}
              onAdded={(id) => go({ question: id })}
              onCancel={() => go({})}
            />
          ) : chosen ? (
            <QuestionEditor key={chosen.id} question={chosen} {...common} onRemoved={() => go({})} />
          ) : (
            <Text c="dimmed" p="md">
              {question === null
                ? "Choose a question to see and edit it."
                : `This project has no question “${question}” any more. Choose another one.`}
            </Text>
          )}
        </section>
      </div>
      <DiscardPrompt opened={asked !== null} onDiscard={() => asked && go(asked)} onKeep={() => setAsked(null)} />
    </>
  );
}
