"use client";

import { Group, Stack, Text } from "@mantine/core";
import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { ChosenBar } from "@/components/ui/chosen-bar";
import type { Selection } from "@/components/ui/data-table";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import {
  filterNames,
  type SetupFilter,
  type SetupSort,
  setupFilters,
  setupRows,
  sortSetupRows,
} from "@/lib/answers/questions/setup-rows";
import { kindNames } from "@/lib/answers/words";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { type QuestionKind, questionKinds } from "@/lib/contracts/terms/answers";
import type { OptionOrder } from "@/lib/contracts/terms/question-changes";
import type { ChangeFormProps } from "./change-frame";
import { SetupActions, type SetupForm } from "./setup-actions";
import { SetupTable } from "./setup-table";

const kindChoices = { all: "All kinds", ...kindNames };
type KindChoice = keyof typeof kindChoices;

const loadMissing = () => import("./missing-dialogs");
const loadSetup = () => import("./setup-dialogs");

const forms: Record<SetupForm, ComponentType<ChangeFormProps>> = {
  missing: onDemand(async () => (await loadMissing()).MissingDialog, DialogFrame),
  restore: onDemand(async () => (await loadMissing()).RestoreDialog, DialogFrame),
  grid: onDemand(async () => (await loadSetup()).GridDialog, DialogFrame),
  group: onDemand(async () => (await loadSetup()).GroupDialog, DialogFrame),
  merge: onDemand(async () => (await loadSetup()).MergeDialog, DialogFrame),
  copy: onDemand(async () => (await loadSetup()).CopyDialog, DialogFrame),
  paste: onDemand(async () => (await loadSetup()).PasteDialog, DialogFrame),
  describe: onDemand(async () => (await import("./describe-dialog")).DescribeDialog, DialogFrame),
};

type Props = {
  project: string;
  questions: Question[];
  /** Null: they are not counted, as those of a file. */
  counted: ReadonlyMap<string, CountedQuestion> | null;
  selection: Selection & { clear: () => void };
  kinds: readonly QuestionKind[];
  orders: readonly OptionOrder[];
  /** Why nothing can be changed; null: it can. */
  refusal: string | null;
  confirm: string;
  /** Beside the button that copies a set-up; gets the selected questions. */
  tools?: (chosen: Question[]) => ReactNode;
  /** At the end of the bar of what is selected; null: without a selection there is no bar. */
  pending?: ReactNode;
  onOpen: (id: string) => void;
  onChanges: (changes: QuestionsChange[]) => void;
};

/** Questions with their set-up, to be found, sorted, selected and changed many at once. */
export function SetupWork(props: Props) {
  const { project, questions, counted, selection, kinds, orders, refusal, confirm, tools, pending = null } = props;
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<KindChoice>("all");
  const [filter, setFilter] = useState<SetupFilter>("all");
  const [sort, setSort] = useState<{ by: SetupSort; isDescending: boolean }>({ by: "place", isDescending: false });
  const [form, setForm] = useState<SetupForm | null>(null);
  const format = useFormat();
  const rows = useMemo(() => {
    const narrowed = { search, filter, kind: kind === "all" ? null : kind };
    return sortSetupRows(setupRows(questions, narrowed, counted), sort.by, sort.isDescending);
  }, [questions, search, filter, kind, counted, sort]);
  const chosen = rows.map(({ question }) => question).filter(({ id }) => selection.ids.has(id));
  const change = (changes: QuestionsChange[]) => {
    setForm(null);
    props.onChanges(changes);
  };
  // A third click on a column brings the order of the questionnaire back.
  const sortBy = (by: SetupSort) => {
    if (sort.by !== by) setSort({ by, isDescending: false });
    else setSort(sort.isDescending ? { by: "place", isDescending: false } : { by, isDescending: true });
  };
  const Shown = form && forms[form];
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <SearchField label="Find a question" placeholder="Text, id or label" value={search} onChange={setSearch} />
        <Choice label="Kind" names={kindChoices} among={["all", ...questionKinds]} value={kind} onChoose={setKind} />
        <Choice label="Show" names={filterNames} among={setupFilters} value={filter} onChoose={setFilter} />
        <Button onClick={() => setForm("describe")} disabled={refusal !== null}>
          Copy from a file or project…
        </Button>
        {tools?.(chosen)}
      </Group>
      {refusal !== null && <Text size="sm">{refusal}</Text>}
      <Text size="xs" c="dimmed">
        {format.count(rows.length)} of {format.count(questions.length)} questions. Shift selects a range, Ctrl A all of
        them.
      </Text>
      {rows.length === 0 ? (
        <Text c="dimmed">No results.</Text>
      ) : (
        <SetupTable {...{ rows, selection, sort }} isCounted={counted !== null} onSort={sortBy} onOpen={props.onOpen} />
      )}
      {refusal === null && (chosen.length > 0 || pending !== null) && (
        <ChosenBar label="Selected questions">
          <Text size="sm" fw={600}>
            {format.count(chosen.length)} selected
          </Text>
          <SetupActions {...{ chosen, kinds, orders }} onForm={setForm} onChanges={change} />
          <Button onClick={selection.clear}>Clear selection</Button>
          {pending}
        </ChosenBar>
      )}
      {Shown && <Shown {...{ project, chosen, questions, confirm }} onChanges={change} onClose={() => setForm(null)} />}
    </Stack>
  );
}
