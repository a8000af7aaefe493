"use client";

import { useEffect, useMemo } from "react";
import type { DraftSummary } from "@/components/drafts/draft-offer";
import { useKeptDraft } from "@/components/drafts/use-kept-draft";
import { useLoaded } from "@/components/ui/use-loaded";
import { describeWork, type QuestionsInWork, questionsDraft } from "@/lib/answers/questions/kept-questions";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { whenNeeded } from "@/lib/http/when-needed";

type Working = {
  project: string;
  questions: readonly Question[];
  enabled: boolean;
  work: QuestionsInWork;
  /** Whether the address shows the form that something was typed in. */
  isShown: (work: QuestionsInWork) => boolean;
  onTakeUp: (work: QuestionsInWork) => void;
};

/**
 * Keeps what is typed on the page of questions and not saved. Where the address shows the very form that it was typed
 * in, as after a reload, it is taken up at once; what was typed in another one is offered.
 */
export function useKeptQuestions({ project, questions, enabled, work, isShown, onTakeUp }: Working) {
  const content = useMemo(() => questionsDraft(work), [work]);
  const control = useKeptDraft({ thing: "questions", thingId: project, enabled, content });
  const { offer, other, adopt } = control;
  const found = offer ?? other;
  const reader = useLoaded(loadReader, found !== null);
  const read = useMemo(() => (found && reader?.readQuestionsDraft(found)) ?? null, [found, reader]);
  const present = read && presentIn(read, questions);
  const isWhole = present !== null && present.question === read?.question;
  const isSame = offer !== null && content === null && isWhole && isShown(present);
  const takeUp = () => {
    if (!found || !present) return;
    adopt(found);
    onTakeUp(present);
  };
  useEffect(() => {
    if (isSame) takeUp();
  });
  const summary: DraftSummary | null = read && { ...describeWork(read), changedSince: isChanged(read, questions) };
  return {
    control,
    read,
    /** Null: it is of an earlier version. What it says can be read even where there is nothing to go on with. */
    summary,
    /** The question that was edited, where it is gone. */
    gone: read && !isWhole ? (read.question?.id ?? null) : null,
    canGoOn: present !== null,
    isOffered: offer !== null && reader !== null && !isSame,
    fieldsHere: describeWork(work).fields,
    takeUp,
  };
}

const loadReader = whenNeeded(() => import("@/lib/answers/questions/read-kept-questions"));

const savedOf = ({ question }: QuestionsInWork, questions: readonly Question[]) =>
  questions.find(({ id }) => id === question?.id);

/** What of it can be gone on with: not the edit of a question that is gone. Null: nothing. */
function presentIn(read: QuestionsInWork, questions: readonly Question[]): QuestionsInWork | null {
  if (read.question?.form !== "edit" || savedOf(read, questions)) return read;
  return read.weight && { question: null, weight: read.weight };
}

function isChanged(read: QuestionsInWork, questions: readonly Question[]): boolean {
  const saved = savedOf(read, questions);
  return (
    read.question?.form === "edit" && saved !== undefined && canonicalJson(saved) !== canonicalJson(read.question.base)
  );
}

export type KeptQuestionsControl = ReturnType<typeof useKeptQuestions>;
