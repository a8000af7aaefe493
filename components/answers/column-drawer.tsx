"use client";

import { Button, Group, NativeSelect, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { SideDrawer } from "@/components/ui/side-drawer";
import { withMissing } from "@/lib/answers/columns/change-options";
import { changeQuestion } from "@/lib/answers/columns/change-plan";
import { takeApart } from "@/lib/answers/columns/group-columns";
import type { ColumnRow } from "@/lib/answers/columns/prepare-columns";
import { missingOfKind, readChosen, readMissingOf } from "@/lib/answers/questions/prepare-missing";
import { takenForNames } from "@/lib/answers/words";
import type { PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { MissingKind } from "@/lib/contracts/terms/answers";
import { Committed } from "./committed";
import { OptionsEditor } from "./options-editor";
import { usePlan } from "./plan-context";

type Props = { row: ColumnRow; onClose: () => void };

/** Everything that is read from one column, to be corrected beside a sample of it. */
export function ColumnDrawer({ row, onClose }: Props) {
  return (
    <SideDrawer onClose={onClose} size="xl" title={row.name} closeButtonProps={{ "aria-label": "Close" }}>
      <Details row={row} />
    </SideDrawer>
  );
}

function Details({ row }: { row: ColumnRow }) {
  const { question, look } = row;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Taken for: {takenForNames[row.as]}
      </Text>
      {look !== null && <Text size="sm">Look: {look}</Text>}
      {question && <QuestionFields question={question} row={row} />}
      <SampleTable row={row} />
      {question && "options" in question && <OptionsEditor question={question} column={row.name} />}
    </Stack>
  );
}

function QuestionFields({ question, row }: { question: PlannedQuestion; row: ColumnRow }) {
  const { looked, plan, onPlan } = usePlan();
  const change = (members: Parameters<typeof changeQuestion>[2]) => onPlan(changeQuestion(plan, question.id, members));
  const isGroup = question.grid !== null || (question.kind === "multiple" && question.source.form !== "list");
  return (
    <>
      <Committed
        label="Text of the question"
        isLabelled
        value={question.text}
        commit={(text) => {
          change({ text });
          return null;
        }}
      />
      {isGroup && (
        <Group gap="sm">
          <Text size="sm">
            {question.grid
              ? `A row of the grid “${question.grid.text}”.`
              : `${row.shared} columns are this multiple-choice question.`}
          </Text>
          <Button size="xs" variant="default" onClick={() => onPlan(takeApart(plan, row.name, looked))}>
            Ungroup
          </Button>
        </Group>
      )}
      <SourceField question={question} />
      <MissingField question={question} kind="not_asked" label="Codes for: not asked" />
      <MissingField question={question} kind="no_answer" label="Codes for: no answer (refused, don't know)" />
      <BlankField question={question} change={change} />
    </>
  );
}

type Change = (members: Parameters<typeof changeQuestion>[2]) => void;

const blankMeanings = [
  { value: "not_asked", label: "Not asked" },
  { value: "no_answer", label: "No answer" },
];

function BlankField({ question, change }: { question: PlannedQuestion; change: Change }) {
  const flags = question.kind === "multiple" && question.source.form === "flags" ? question.source : null;
  if (!flags)
    return (
      <NativeSelect
        size="xs"
        label="A blank cell means"
        data={blankMeanings}
        value={question.blank}
        onChange={({ currentTarget }) => change({ blank: currentTarget.value as MissingKind })}
      />
    );
  const { blankIsNone, ...source } = flags;
  return (
    <NativeSelect
      size="xs"
      label="A row that is blank in all columns means"
      data={[...blankMeanings, { value: NONE, label: "Asked, chose none" }]}
      value={blankIsNone ? NONE : question.blank}
      onChange={({ currentTarget: { value } }) =>
        change(value === NONE ? { source: { ...source, blankIsNone: true } } : { source, blank: value as MissingKind })
      }
    />
  );
}

const NONE = "none";

function MissingField({ question, kind, label }: { question: PlannedQuestion; kind: MissingKind; label: string }) {
  const { plan, onPlan } = usePlan();
  const { id, missing } = question;
  return (
    <Committed
      label={label}
      isLabelled
      placeholder="None"
      description="With commas between them; a range as 97..99"
      value={missingOfKind(missing, kind)}
      commit={(value) => {
        const read = readMissingOf(value, missing, kind);
        if (typeof read === "string") return read;
        onPlan(changeQuestion(plan, id, withMissing(question, read)));
        return null;
      }}
    />
  );
}

/** Where the chosen options of a question with several stand. */
function SourceField({ question }: { question: PlannedQuestion }) {
  const { plan, onPlan } = usePlan();
  if (question.kind !== "multiple" || question.source.form === "choices") return null;
  const { source, id } = question;
  if (source.form === "flags") {
    return (
      <Committed
        label="Cells that mean chosen"
        isLabelled
        placeholder="Any cell that is not blank"
        value={(source.chosen ?? []).join(", ")}
        commit={(value) => {
          onPlan(changeQuestion(plan, id, { source: { ...source, chosen: readChosen(value) } }));
          return null;
        }}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      label="Sign between the options of a cell"
      description="\n is a new line"
      value={(source.separator ?? "").replaceAll("\n", "\\n")}
      placeholder="None: the cell is one option"
      maxLength={10}
      // Other parts are other options: they are looked for again.
      onChange={({ currentTarget: { value } }) =>
        onPlan(
          changeQuestion(plan, id, {
            source: { ...source, separator: value.replaceAll("\\n", "\n") || null },
            options: [],
          }),
        )
      }
    />
  );
}

function SampleTable({ row: { cells, values } }: { row: ColumnRow }) {
  return (
    <Stack gap={4} component="section" aria-label="Sample">
      <Title order={3} fz={14}>
        Sample
      </Title>
      <Table verticalSpacing={4} layout="fixed" aria-label="Sample of the column">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>In the file</Table.Th>
            <Table.Th>As read</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cells.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have their place alone
            <Table.Tr key={at}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{cell === "" ? "(blank)" : cell}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{values[at] || "–"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
