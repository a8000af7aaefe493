"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { SetupWork } from "@/components/setup/setup-work";
import { useSelection } from "@/components/ui/use-selection";
import { changePlanSetup, questionsOfPlan } from "@/lib/answers/columns/change-plan-setup";
import { changesInWords } from "@/lib/answers/questions/changes-in-words";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { questionKinds } from "@/lib/contracts/terms/answers";
import { optionOrders } from "@/lib/contracts/terms/question-changes";
import { usePlan } from "./plan-context";

/** Answers are counted by the import, so options cannot be ordered by how often they are chosen before it. */
const orders = optionOrders.filter((order) => order !== "frequency");

type Done = { says: string; sentences: string[]; before: ImportPlan; after: ImportPlan };

/** The questions of a file, set up many at once before anything is imported; the last change can be undone. */
export function PlanSetup({ project, onOpen }: { project: string; onOpen: (id: string) => void }) {
  const { looked, plan, corrected, onPlan } = usePlan();
  const [done, setDone] = useState<Done | null>(null);
  const selection = useSelection();
  const questions = useMemo(() => questionsOfPlan(plan), [plan]);
  const change = async (changes: QuestionsChange[]) => {
    const { plan: after, sentences } = await changePlanSetup(plan, changes, looked);
    const isChanged = after !== plan;
    if (isChanged) onPlan(after);
    const says = isChanged ? `Changed: ${changesInWords(changes)}.` : "Nothing was changed.";
    setDone({ says, sentences, before: plan, after });
  };
  return (
    <Stack gap="sm">
      {done && (
        <Alert color="gray" variant="light" role="status" py="xs">
          <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
            <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              {[done.says, ...done.sentences].map((sentence) => (
                <Text key={sentence} size="sm">
                  {sentence}
                </Text>
              ))}
            </div>
            {done.after !== done.before && done.after === corrected && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  onPlan(done.before);
                  setDone(null);
                }}
              >
                Undo
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <SetupWork
        {...{ project, questions, selection, orders }}
        counted={null}
        kinds={questionKinds}
        refusal={null}
        confirm="Change questions"
        onOpen={onOpen}
        onChanges={(changes) => void change(changes)}
      />
    </Stack>
  );
}
