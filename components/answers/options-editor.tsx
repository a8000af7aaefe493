"use client";

import { ActionIcon, Group, NativeSelect, Stack, Table, Text, Title } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useState } from "react";
import { Pages } from "@/components/ui/pages";
import { useFormat } from "@/components/ui/use-format";
import { moveOption, relabel, revalue } from "@/lib/answers/columns/change-options";
import { changeQuestion } from "@/lib/answers/columns/change-plan";
import { type CountsAs, countsAs, markAs } from "@/lib/answers/questions/mark-missing";
import type { AnswerOption, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { Committed } from "./committed";
import { usePlan } from "./plan-context";

type Question = Extract<PlannedQuestion, { options: unknown }>;
const PAGE_SIZE = 50;

/** The options of a question: what they are called, their order, and what a mean counts them as. */
export function OptionsEditor({ question, column }: { question: Question; column: string }) {
  const format = useFormat();
  const { plan, onPlan } = usePlan();
  const [page, setPage] = useState(1);
  const { id, options, missing } = question;
  const setOptions = (changed: AnswerOption[]) => onPlan(changeQuestion(plan, id, { options: changed }));
  const from = (page - 1) * PAGE_SIZE;
  const isOfCells = question.kind !== "multiple" || question.source.form !== "flags";
  return (
    <Stack gap={4} component="section" aria-label="Options">
      <Title order={3} fz={14}>
        {format.count(options.length)} {options.length === 1 ? "option" : "options"}
      </Title>
      <Text size="xs" c="dimmed">
        The value is what a mean counts; left blank, the option counts in no mean.
      </Text>
      <Table.ScrollContainer minWidth={460}>
        <Table verticalSpacing={4} horizontalSpacing={6} aria-label={`Options of ${column}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>In the file</Table.Th>
              <Table.Th>Label</Table.Th>
              <Table.Th w={84}>Value</Table.Th>
              {isOfCells && <Table.Th w={120}>Counts as</Table.Th>}
              <Table.Th w={72}>Order</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {options.slice(from, from + PAGE_SIZE).map((option, at) => (
              <Table.Tr key={option.code}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Text size="sm" lineClamp={2}>
                    {option.cells.join(", ") || columnOfCode(question, option.code)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Committed
                    label={`Label of option ${option.code}`}
                    value={option.label}
                    commit={(label) => taken(relabel(options, option.code, label), setOptions)}
                  />
                </Table.Td>
                <Table.Td>
                  <Committed
                    label={`Value of ${option.label}`}
                    value={option.value === null ? "" : String(option.value)}
                    commit={(value) => taken(revalue(options, option.code, value), setOptions)}
                  />
                </Table.Td>
                {isOfCells && (
                  <Table.Td>
                    <NativeSelect
                      size="xs"
                      aria-label={`${option.label} counts as`}
                      data={COUNTS_AS}
                      value={countsAs(missing, option.cells) ?? "answer"}
                      onChange={({ currentTarget }) =>
                        onPlan(
                          changeQuestion(plan, id, {
                            missing: markAs(missing, option.cells, countedAs(currentTarget.value)),
                          }),
                        )
                      }
                    />
                  </Table.Td>
                )}
                <Table.Td>
                  <Order
                    label={option.label}
                    isFirst={from + at === 0}
                    isLast={from + at === options.length - 1}
                    onMove={(by) => setOptions(moveOption(options, option.code, by))}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pages total={options.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}

const COUNTS_AS = [
  { value: "answer", label: "An answer" },
  { value: "not_asked", label: "Not asked" },
  { value: "no_answer", label: "No answer" },
];

const countedAs = (value: string): CountsAs => (value === "not_asked" || value === "no_answer" ? value : null);

/** A sentence is why it was not taken. */
function taken(changed: AnswerOption[] | string, set: (options: AnswerOption[]) => void): string | null {
  if (typeof changed === "string") return changed;
  set(changed);
  return null;
}

const columnOfCode = (question: Question, code: number): string =>
  question.kind === "multiple" && question.source.form === "flags"
    ? (question.source.columns.find((each) => each.code === code)?.column ?? "–")
    : "–";

type OrderProps = { label: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void };

function Order({ label, isFirst, isLast, onMove }: OrderProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={`Move ${label} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="sm"
        aria-label={`Move ${label} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
