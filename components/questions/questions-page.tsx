"use client";

import { Anchor, Group, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useCallback, useRef, useState } from "react";
import { ProjectSelect } from "@/components/pickers/project-select";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { PageHeader } from "@/components/ui/page-header";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { questionsParsers } from "@/lib/answers/address";
import { questionsQuery } from "@/lib/answers/queries";
import {
  type DerivedInWork,
  type EditInWork,
  NOTHING_IN_WORK,
  type QuestionsInWork,
} from "@/lib/answers/questions/kept-questions";
import type { Derivation } from "@/lib/contracts/interfaces/answers";
import type { ProjectQuestionList } from "@/lib/contracts/ours/questions";
import { KeptQuestions } from "./kept-questions";
import { QuestionList } from "./question-list";
import classes from "./questions.module.css";
import { UndoBar } from "./undo-bar";
import { type KeptQuestionsControl, useKeptQuestions } from "./use-kept-questions";
import { useUndo } from "./use-undo";
import { type Unsaved, useUnsaved } from "./use-unsaved";

const Unloaded = () => <Skeleton height={420} role="status" aria-label="Opening" />;
const AddDerived = onDemand(async () => (await import("./add-derived")).AddDerived, Unloaded);
const QuestionEditor = onDemand(async () => (await import("./question-editor")).QuestionEditor, Unloaded);
const SetupSection = onDemand(async () => (await import("./setup-section")).SetupSection, Unloaded);
const WeightsSection = onDemand(async () => (await import("./weights-section")).WeightsSection, Unloaded);

/** The questions of a project: what they are called, how they are read, and what is made of them. */
export function QuestionsPage({ mayWrite }: { mayWrite: boolean }) {
  const [state, setState] = useQueryStates(questionsParsers, { history: "push" });
  const { project } = state;
  const { data, error, refetch } = useQuery({ ...questionsQuery(project ?? ""), enabled: project !== null });
  const unsaved = useUnsaved(project);
  const [asked, setAsked] = useState<string | null>(null);
  useLeaveGuard(unsaved.isDirty);
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
        <ProjectSelect value={project} onChange={(id) => (unsaved.isDirty ? setAsked(id) : go(id))} />
        {project === null && <Text c="dimmed">Choose a project to see its questions.</Text>}
        {project !== null && !data && error && (
          <LoadError what="The questions" error={error} onRetry={() => void refetch()} />
        )}
        {project !== null && !data && !error && <Skeleton height={320} aria-busy />}
        {project !== null && data && data.questions.length === 0 && <NoQuestions project={project} />}
        {project !== null && data && data.questions.length > 0 && (
          <Halves
            key={project}
            {...{ project, known: data, mayWrite, unsaved }}
            isLeaving={asked !== null}
            onLeave={() => asked !== null && go(asked)}
            onStay={() => setAsked(null)}
          />
        )}
      </Stack>
    </>
  );
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
  unsaved: Unsaved;
};
type Place = { question?: string | null; add?: Derivation["form"] | null };
type Leaving = { isLeaving: boolean; onLeave: () => void; onStay: () => void };

/** Questions and weights; what is typed in one half stays while the other is looked at. */
function Halves({ isLeaving, onLeave, onStay, ...props }: Props & Leaving) {
  const { project, known, mayWrite, unsaved } = props;
  const [{ show, question, add }, setState] = useQueryStates(questionsParsers, { history: "push" });
  const [wasShown, setShown] = useState(show === "weights");
  if (show === "weights" && !wasShown) setShown(true);
  const kept = useKeptQuestions({
    ...{ project, questions: known.questions, enabled: mayWrite, work: unsaved.work },
    isShown: (work) => (work.question ? isAt(work.question, { question, add }) : show === "weights"),
    onTakeUp: (work) => {
      unsaved.begin(work);
      void setState(placeOf(work));
    },
  });
  const leave = () => {
    unsaved.begin(NOTHING_IN_WORK);
    void kept.control.drop();
    onLeave();
  };
  return (
    <>
      <KeptQuestions kept={kept} isTyped={unsaved.isDirty} />
      <Tabs value={show} onChange={(next) => void setState({ show: isPart(next) ? next : "questions" })}>
        <Tabs.List mb="md" aria-label="Parts of the page">
          <Tabs.Tab value="questions">Questions</Tabs.Tab>
          <Tabs.Tab value="setup">Set-up of all</Tabs.Tab>
          <Tabs.Tab value="weights">Weights</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="questions">
          <Stack gap="md">
            <Questions {...props} control={kept.control} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="setup">
          {show === "setup" && <SetupSection {...{ project, mayWrite }} questions={known.questions} />}
        </Tabs.Panel>
        <Tabs.Panel value="weights">
          {wasShown && (
            <WeightsSection
              key={unsaved.turn}
              project={project}
              questions={known.questions}
              mayWrite={mayWrite}
              typed={unsaved.work.weight}
              onTyped={unsaved.setWeight}
              control={kept.control}
            />
          )}
        </Tabs.Panel>
      </Tabs>
      <DiscardPrompt opened={isLeaving} onDiscard={leave} onKeep={onStay} />
    </>
  );
}

type Part = "questions" | "setup" | "weights";
const isPart = (name: string | null): name is Part => name === "questions" || name === "setup" || name === "weights";

/** Whether a place shows the form that something was typed in. */
const isAt = (work: EditInWork | DerivedInWork, { question, add }: Place) =>
  work.form === "edit" ? !add && work.id === question : work.of === add;

/** Where the forms that something was typed in are shown, the question's before the weight's. */
function placeOf({ question }: QuestionsInWork) {
  if (!question) return { show: "weights" as const };
  const isEdit = question.form === "edit";
  return { show: "questions" as const, question: isEdit ? question.id : null, add: isEdit ? null : question.of };
}

function Questions({ project, known, mayWrite, unsaved, control }: Props & Pick<KeptQuestionsControl, "control">) {
  const [{ question, add, search }, setState] = useQueryStates(questionsParsers, { history: "push" });
  const [asked, setAsked] = useState<Place | null>(null);
  const [opened, setOpened] = useState(0);
  const [list, side] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  const undo = useUndo(project);
  const { setQuestion } = unsaved;
  const typed = unsaved.work.question;
  const go = (place: Place) => {
    setQuestion(() => null);
    setOpened(opened + 1);
    setAsked(null);
    void setState({ question: null, add: null, ...place });
  };
  /** The form goes with the button that was pressed in it, or is far from what opened it: the focus goes along. */
  const goOn = (place: Place) => {
    go(place);
    const half = place.question || place.add ? side : list;
    requestAnimationFrame(() => half.current?.focus());
  };
  const open = (place: Place) => (typed ? setAsked(place) : go(place));
  // A form with nothing typed in it says nothing of what was typed in another one.
  const onTyped = useCallback(
    (work: EditInWork | DerivedInWork | null) =>
      setQuestion((now) => work ?? (now && isAt(now, { question, add }) ? null : now)),
    [setQuestion, question, add],
  );
  const chosen = known.questions.find(({ id }) => id === question);
  const isOpen = chosen !== undefined || add !== null;
  const here = typed && isAt(typed, { question, add }) ? typed : null;
  const turn = `${unsaved.turn} ${opened}`;
  const common = { project, questions: known.questions, mayWrite, undo, onTyped, control };
  return (
    <>
      <UndoBar undo={undo} />
      <div className={classes.columns} data-open={isOpen || undefined}>
        <QuestionList
          ref={list}
          {...{ project, questions: known.questions, mayWrite, undo, search }}
          open={question}
          onSearch={(text) => void setState({ search: text }, { history: "replace" })}
          onOpen={(id) => open({ question: id })}
          onAdd={(form) => (typed ? setAsked({ add: form }) : goOn({ add: form }))}
        />
        <section
          ref={side}
          tabIndex={-1}
          className={`${classes.side} ${classes.half}`}
          aria-label={chosen ? `Question ${chosen.id}` : "Question"}
        >
          {isOpen && (
            <Anchor component="button" type="button" size="sm" hiddenFrom="md" mb="xs" onClick={() => open({})}>
              Back to the list
            </Anchor>
          )}
          {add !== null ? (
            <AddDerived
              key={`${turn} ${add}`}
              form={add}
              {...common}
              from={here?.form === "derived" ? here : null}
              onAdded={(id) => goOn({ question: id })}
              onCancel={() => (typed ? setAsked({}) : goOn({}))}
            />
          ) : chosen ? (
            <QuestionEditor
              key={`${turn} ${chosen.id}`}
              question={chosen}
              {...common}
              from={here?.form === "edit" ? here : null}
              onRemoved={() => goOn({})}
            />
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
