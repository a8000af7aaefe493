"use client";

import { Alert, Box } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useServiceName } from "@/components/ui/service-name";
import { useGo } from "@/components/ui/use-go";
import { usePutOff } from "@/components/ui/use-put-off";
import { Countdown, Waiting } from "@/components/ui/waiting";
import { effectInWords } from "@/lib/http/failures";
import { AppError, isSameCreation } from "@/lib/http/problem";
import { randomUuid } from "@/lib/http/random-uuid";
import { whenNeeded } from "@/lib/http/when-needed";
import type { SurveyDraft } from "@/lib/surveys/draft";
import { createSurvey } from "@/lib/surveys/queries";
import { type Refusals, showFieldProblems } from "./refusals";

const loadBodies = whenNeeded(() => import("@/lib/surveys/survey-body"));

/**
 * Creating: the service's refusals go to their fields, and the new survey's page opens. A try after a lost reply has
 * that one's key, so that it is answered with the survey that is there.
 */
export function useCreate(pass: () => void, closeDraft: () => Promise<void>, refusals: Refusals) {
  const go = useGo();
  const queries = useQueryClient();
  const wait = usePutOff();
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  // The state is of the last rendering: a key that is held asks again before the next one.
  const isRunning = useRef(false);
  const key = useRef<string | null>(null);
  const run = async (draft: SurveyDraft) => {
    if (isRunning.current) return;
    isRunning.current = true;
    key.current ??= randomUuid();
    const leaving = new AbortController();
    setProblem(null);
    wait.end();
    setRunning(leaving);
    try {
      const { createBody } = await loadBodies();
      const survey = await createSurvey(createBody(draft), key.current, leaving.signal);
      pass();
      await closeDraft();
      void queries.invalidateQueries({ queryKey: ["surveys"] });
      notifications.show({ color: "green", message: `“${survey.name}” was created.` });
      go(`/surveys/${encodeURIComponent(survey.id)}`);
    } catch (error) {
      isRunning.current = false;
      setRunning(null);
      // A key is good for one creation.
      if (!isSameCreation(error)) key.current = null;
      if (wait.begins(error, () => void run(draft))) return;
      setProblem(leaving.signal.aborted ? UNKNOWN : error instanceof Error ? error.message : String(error));
      if (error instanceof AppError) showFieldProblems(error, refusals, draft.respondent_attributes);
    }
  };
  const giveUp = () => {
    if (wait.putOff) setProblem(wait.putOff.why);
    wait.end();
  };
  return {
    run,
    isRunning: running !== null,
    stopWaiting: () => running?.abort(),
    putOff: wait.putOff,
    giveUp,
    problem,
  };
}

const UNKNOWN = effectInWords("unknown", { noun: "survey", act: "create" });

/** How far a creation has come, where that is to be told. */
export function CreateState({ create }: { create: ReturnType<typeof useCreate> }) {
  const service = useServiceName();
  const { isRunning, stopWaiting, putOff, giveUp, problem } = create;
  if (putOff) {
    const { why, until, again } = putOff;
    return (
      <Box mb="md">
        <Countdown why={why} next="Creating it in" until={until} onOver={again} cancel={{ run: giveUp }} />
      </Box>
    );
  }
  if (isRunning) {
    return (
      <Box mb="md">
        <Waiting
          what={`Creating the survey at ${service}…`}
          explanation={`${service} is slow to answer. If you stop waiting, the survey may still appear in the list.`}
          cancel={{ label: "Stop waiting", run: stopWaiting }}
        />
      </Box>
    );
  }
  if (!problem) return null;
  return (
    <Alert color="red" role="alert" mb="md">
      {problem}
    </Alert>
  );
}
