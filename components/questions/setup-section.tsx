"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { ChosenBar } from "@/components/ui/chosen-bar";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { saveFile } from "@/components/ui/save-file";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { useSelection } from "@/components/ui/use-selection";
import { questionsParsers } from "@/lib/answers/address";
import { countsQuery } from "@/lib/answers/queries";
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
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import { type QuestionKind, questionKinds } from "@/lib/contracts/terms/answers";
import { type OptionOrder, optionOrders, type ValueRule, valueRules } from "@/lib/contracts/terms/question-changes";
import { loadPart } from "@/lib/http/load-part";
import { ChangesPreview } from "./changes-preview";
import { DescribeDialog } from "./describe-dialog";
import {
  type ChangeFormProps,
  CopyDialog,
  GridDialog,
  GroupDialog,
  MergeDialog,
  MissingDialog,
  PasteDialog,
} from "./setup-dialogs";
import { SetupTable } from "./setup-table";
import { UndoBar } from "./undo-bar";
import { useUndo } from "./use-undo";

const kindChoices = { all: "All kinds", ...kindNames };
type KindChoice = keyof typeof kindChoices;

const forms = {
  missing: MissingDialog,
  grid: GridDialog,
  group: GroupDialog,
  merge: MergeDialog,
  copy: CopyDialog,
  paste: PasteDialog,
  describe: DescribeDialog,
} satisfies Record<string, ComponentType<ChangeFormProps>>;
type Form = keyof typeof forms;

const NO_CHANGES: QuestionsChange[] = [];

/** All questions with their set-up, and changes of many of them as one revision. */
export function SetupSection({
  project,
  questions,
  mayWrite,
}: {
  project: string;
  questions: Question[];
  mayWrite: boolean;
}) {
  const [, setState] = useQueryStates(questionsParsers, { history: "push" });
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<KindChoice>("all");
  const [filter, setFilter] = useState<SetupFilter>("all");
  const [sort, setSort] = useState<{ by: SetupSort; isDescending: boolean }>({ by: "place", isDescending: false });
  const [form, setForm] = useState<Form | null>(null);
  const [changes, setChanges] = useState(NO_CHANGES);
  const [isPreviewed, setPreviewed] = useState(false);
  const selection = useSelection();
  const undo = useUndo(project);
  const format = useFormat();
  const counts = useQuery(countsQuery(project));
  const counted = useMemo(() => new Map(counts.data?.questions.map((each) => [each.id, each])), [counts.data]);
  const rows = useMemo(() => {
    const narrowed = { search, filter, kind: kind === "all" ? null : kind };
    return sortSetupRows(setupRows(questions, narrowed, counted), sort.by, sort.isDescending);
  }, [questions, search, filter, kind, counted, sort]);
  const chosen = rows.map(({ question }) => question).filter(({ id }) => selection.ids.has(id));
  const add = (more: QuestionsChange[]) => {
    setChanges([...changes, ...more]);
    setForm(null);
    setPreviewed(true);
  };
  const forget = () => {
    setChanges(NO_CHANGES);
    setPreviewed(false);
  };
  // A third click on a column brings the order of the questionnaire back.
  const sortBy = (by: SetupSort) => {
    if (sort.by !== by) setSort({ by, isDescending: false });
    else setSort(sort.isDescending ? { by: "place", isDescending: false } : { by, isDescending: true });
  };
  const exportTripleS = async () => {
    const { writeTripleS } = await loadPart(() => import("@/lib/answers/files/triple-s"));
    const stored = (chosen.length > 0 ? chosen : questions).filter(({ derivation }) => derivation === null);
    saveFile(new Blob([writeTripleS(stored, "Questions")], { type: "application/xml" }), "questions.xml");
  };
  const Shown = form && forms[form];
  return (
    <Stack gap="sm" component="section" aria-label="Set-up of all questions">
      <UndoBar undo={undo} />
      <Group gap="sm" align="flex-end">
        <SearchField label="Find a question" placeholder="Text, id or label" value={search} onChange={setSearch} />
        <Choice label="Kind" names={kindChoices} among={["all", ...questionKinds]} value={kind} onChoose={setKind} />
        <Choice label="Show" names={filterNames} among={setupFilters} value={filter} onChoose={setFilter} />
        <Button onClick={() => setForm("describe")} disabled={!mayWrite}>
          Copy from a file or project…
        </Button>
        <Button onClick={() => void exportTripleS()}>Save as Triple-S</Button>
      </Group>
      {!mayWrite && <Text size="sm">{QUESTIONS_REFUSED}</Text>}
      <Text size="xs" c="dimmed">
        {format.count(rows.length)} of {format.count(questions.length)} questions. Shift selects a range, Ctrl A all of
        them.
      </Text>
      {rows.length === 0 ? (
        <Text c="dimmed">No results.</Text>
      ) : (
        <SetupTable
          rows={rows}
          selection={selection}
          sort={sort}
          onSort={sortBy}
          onOpen={(id) => void setState({ show: "questions", question: id, add: null })}
        />
      )}
      {mayWrite && (chosen.length > 0 || changes.length > 0) && (
        <ChosenBar label="Selected questions">
          <Text size="sm" fw={600}>
            {format.count(chosen.length)} selected
          </Text>
          <Actions chosen={chosen} onForm={setForm} onChanges={add} />
          <Button onClick={selection.clear}>Clear selection</Button>
          {changes.length > 0 && (
            <Button look="primary" onClick={() => setPreviewed(true)}>
              Preview {changes.length === 1 ? "1 change" : `${format.count(changes.length)} changes`}
            </Button>
          )}
        </ChosenBar>
      )}
      {Shown && <Shown {...{ project, chosen, questions }} onChanges={add} onClose={() => setForm(null)} />}
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

const valueNames: Record<ValueRule, string> = {
  order: "1, 2, 3 … in their order",
  reversed: "… 3, 2, 1 in their order",
  labels: "The number in the label",
  none: "No values",
};

const orderNames: Record<OptionOrder, string> = {
  label: "By label",
  value: "By value",
  code: "By code",
  frequency: "Most chosen first",
  reverse: "Reversed",
};

/** Kinds that answers can be given here; the others come with an import. */
const givenKinds: readonly QuestionKind[] = ["single", "scale", "numeric", "open"];

type ActionProps = {
  chosen: Question[];
  onForm: (form: Form) => void;
  onChanges: (changes: QuestionsChange[]) => void;
};

function Actions({ chosen, onForm, onChanges }: ActionProps) {
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return null;
  return (
    <>
      <Menu name="Change kind">
        {givenKinds.map((kind) => (
          <MenuItem key={kind} onClick={() => onChanges([{ change: "kind", ids, kind }])}>
            {kindNames[kind]}
          </MenuItem>
        ))}
      </Menu>
      <Menu name="Change missing">
        <MenuItem onClick={() => onForm("missing")}>Add missing codes…</MenuItem>
        <MenuItem onClick={() => onChanges([{ change: "restore", ids }])}>
          Restore answers
          <small>Codes marked after the import are answers again</small>
        </MenuItem>
      </Menu>
      <Menu name="Set values">
        {valueRules.map((by) => (
          <MenuItem key={by} onClick={() => onChanges([{ change: "values", ids, by }])}>
            {valueNames[by]}
          </MenuItem>
        ))}
      </Menu>
      <Menu name="Sort options">
        {optionOrders.map((by) => (
          <MenuItem key={by} onClick={() => onChanges([{ change: "order", ids, by }])}>
            {orderNames[by]}
          </MenuItem>
        ))}
      </Menu>
      <Menu name="Group">
        <MenuItem onClick={() => onForm("group")}>Into one multiple-choice question…</MenuItem>
        <MenuItem onClick={() => onForm("grid")}>Into a grid…</MenuItem>
        <MenuItem onClick={() => onChanges([{ change: "ungroup", ids }])}>Ungroup</MenuItem>
      </Menu>
      <Menu name="More">
        <MenuItem onClick={() => onForm("merge")}>Merge options…</MenuItem>
        <MenuItem onClick={() => onForm("copy")}>Copy set-up from a question…</MenuItem>
        <MenuItem onClick={() => onForm("paste")}>Paste from a spreadsheet…</MenuItem>
      </Menu>
    </>
  );
}

function Menu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <PopMenu width={260} trigger={(props) => <Button {...props}>{name}</Button>}>
      {children}
    </PopMenu>
  );
}
