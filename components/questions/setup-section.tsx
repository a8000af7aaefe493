"use client";

import { Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { SetupWork } from "@/components/setup/setup-work";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { useFormat } from "@/components/ui/use-format";
import { useSelection } from "@/components/ui/use-selection";
import { questionsParsers } from "@/lib/answers/address";
import { countsQuery } from "@/lib/answers/queries";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { optionOrders } from "@/lib/contracts/terms/question-changes";
import { loadPart } from "@/lib/http/load-part";
import { ChangesPreview } from "./changes-preview";
import { UndoBar } from "./undo-bar";
import { useUndo } from "./use-undo";

const NO_CHANGES: QuestionsChange[] = [];
/** Kinds that answers can be given here; the others come with an import. */
const givenKinds: readonly QuestionKind[] = ["single", "scale", "numeric", "open"];

type Props = { project: string; questions: Question[]; mayWrite: boolean };

/** All questions with their set-up, and changes of many of them as one revision. */
export function SetupSection({ project, questions, mayWrite }: Props) {
  const [, setState] = useQueryStates(questionsParsers, { history: "push" });
  const [changes, setChanges] = useState(NO_CHANGES);
  const [isPreviewed, setPreviewed] = useState(false);
  const selection = useSelection();
  const undo = useUndo(project);
  const format = useFormat();
  const counts = useQuery(countsQuery(project));
  const counted = useMemo(() => new Map(counts.data?.questions.map((each) => [each.id, each])), [counts.data]);
  const forget = () => {
    setChanges(NO_CHANGES);
    setPreviewed(false);
  };
  return (
    <Stack gap="sm" component="section" aria-label="Set-up of all questions">
      <UndoBar undo={undo} />
      <SetupWork
        {...{ project, questions, counted, selection }}
        kinds={givenKinds}
        orders={optionOrders}
        refusal={mayWrite ? null : QUESTIONS_REFUSED}
        confirm="Preview"
        tools={(chosen) => (
          <Button onClick={() => void saveTripleS(chosen.length > 0 ? chosen : questions)}>Save as Triple-S</Button>
        )}
        pending={
          changes.length === 0 ? null : (
            <Button look="primary" onClick={() => setPreviewed(true)}>
              Preview {changes.length === 1 ? "1 change" : `${format.count(changes.length)} changes`}
            </Button>
          )
        }
        onOpen={(id) => void setState({ show: "questions", question: id, add: null })}
        onChanges={(more) => {
          setChanges([...changes, ...more]);
          setPreviewed(true);
        }}
      />
      {isPreviewed && (
        <ChangesPreview
          {...{ project, questions, changes, undo }}
          onClose={() => setPreviewed(false)}
          onDiscard={forget}
          onDone={() => {
            forget();
            selection.clear();
          }}
        />
      )}
    </Stack>
  );
}

async function saveTripleS(questions: readonly Question[]): Promise<void> {
  const { tripleSNotices, writeTripleS } = await loadPart(() => import("@/lib/answers/files/triple-s"));
  saveFile(new Blob([writeTripleS(questions, "Questions")], { type: "application/xml" }), "questions.xml");
  const notices = tripleSNotices(questions);
  if (notices.length === 0) return;
  notifications.show({ title: "Not everything is in the file", message: notices.join(" "), autoClose: false });
}
