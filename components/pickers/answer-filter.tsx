"use client";

import { Button, Group, MultiSelect, Pill, Select, Stack, Text } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";
import { NumberEntry } from "@/components/ui/number-entry";
import { REMAINS, REMOVES, useFocusAfterRemoval } from "@/components/ui/use-focus-after-removal";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { type FilterItem, type FilterOperator, valueForms } from "@/lib/contracts/rules/filter-items";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { filterWords, missingHint, operatorNames, operatorsFor, optionsToChoose } from "@/lib/tables/filter-words";

type Props = {
  label?: string;
  add?: string;
  items: FilterItem[];
  questions: Question[];
  onChange: (items: FilterItem[]) => void;
  /** Its label is shown. */
  isNamed?: boolean;
  hint?: string;
  /** The questions are being read: that there are none is not known yet. */
  isReading?: boolean;
  /** Asks for a condition on this question; each object asks once. */
  asked?: AskedCondition | null;
};
export type AskedCondition = { questionId: string };

/** A filter: every condition must hold. */
export function AnswerFilter({
  label = "Filters",
  add = "Add filter",
  items,
  questions,
  onChange,
  isNamed = false,
  hint,
  isReading = false,
  asked = null,
}: Props) {
  const [opened, setOpened] = useState(false);
  const [begun, setBegun] = useState(asked);
  if (asked !== begun) {
    setBegun(asked);
    setOpened(asked !== null);
  }
  const list = useRef<HTMLDivElement>(null);
  const onRemove = useFocusAfterRemoval(list, items.length);
  const remove = (at: number) => {
    onRemove();
    onChange(items.filter((_, each) => each !== at));
  };
  return (
    <Group ref={list} gap="xs" mb="sm" role="group" aria-label={label}>
      {isNamed && (
        <Text size="sm" c="dimmed">
          {label}
          {items.length === 0 && ": all responses"}
        </Text>
      )}
      {items.map((item, at) => {
        const words = filterWords(item, questions);
        return (
          <Pill
            key={JSON.stringify(item)}
            size="md"
            withRemoveButton
            onRemove={() => remove(at)}
            removeButtonProps={{
              ...{ "aria-label": `Remove the filter ${words}`, tabIndex: 0, "aria-hidden": false },
              ...REMOVES,
            }}
            maw={420}
          >
            {words}
          </Pill>
        );
      })}
      <FormPopover
        opened={opened}
        onChange={setOpened}
        target={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFilter size={14} aria-hidden />}
            onClick={() => setOpened(!opened)}
            disabled={questions.length === 0}
            {...REMAINS}
          >
            {add}
          </Button>
        }
      >
        <NewFilter
          key={begun?.questionId ?? ""}
          first={begun?.questionId ?? null}
          questions={questions}
          onAdd={(item) => {
            setOpened(false);
            onChange([...items, item]);
          }}
        />
      </FormPopover>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {questions.length === 0 && items.length === 0 && !isNamed && !isReading && (
        <Text size="xs" c="dimmed">
          Filters need the project's questions, which are known once answers are imported here.
        </Text>
      )}
    </Group>
  );
}

const isNumber = (value: number | null): value is number => value !== null && !Number.isNaN(value);

type NewProps = { questions: Question[]; first: string | null; onAdd: (item: FilterItem) => void };

function NewFilter({ questions, first, onAdd }: NewProps) {
  const [id, setId] = useState<string | null>(first);
  const [operator, setOperator] = useState<FilterOperator>("in");
  const [codes, setCodes] = useState<string[]>([]);
  const [low, setLow] = useState<number | null>(null);
  const [high, setHigh] = useState<number | null>(null);
  const question = questions.find((each) => each.id === id);
  const operators = question ? operatorsFor(question) : [];
  const chosen = operators.includes(operator) ? operator : operators[0];
  const form = chosen && valueForms[chosen];
  const isList = form === "list";
  const isPair = form === "range";
  const needsNumber = isPair || form === "one";
  const isReady =
    question !== undefined &&
    (isList ? codes.length > 0 : !needsNumber || (isNumber(low) && (!isPair || (isNumber(high) && low <= high))));
  return (
    <Stack gap="xs">
      <Select
        label="Question"
        data={questions
          .filter(({ kind }) => kind !== "open" && kind !== "date")
          .map((each) => ({ value: each.id, label: titleOf(each) }))}
        value={id}
        onChange={(next) => {
          setId(next);
          setCodes([]);
        }}
        searchable
        limit={50}
        comboboxProps={{ withinPortal: false }}
      />
      {question && chosen && (
        <>
          <Select
            label="Responses whose answer"
            data={operators.map((each) => ({ value: each, label: operatorNames[each] ?? each }))}
            value={chosen}
            onChange={(next) => setOperator(operators.find((each) => each === next) ?? chosen)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
          {isList && (
            <MultiSelect
              label="Options"
              description={missingHint(question)}
              data={optionsToChoose(question).map(({ code, label }) => ({ value: String(code), label }))}
              value={codes}
              onChange={setCodes}
              searchable
              comboboxProps={{ withinPortal: false }}
            />
          )}
          {needsNumber && <NumberEntry label={isPair ? "From" : "Value"} value={low} onChange={setLow} />}
          {isPair && <NumberEntry label="To" value={high} onChange={setHigh} />}
        </>
      )}
      <Button
        disabled={!isReady}
        onClick={() => {
          if (!question || !chosen) return;
          const numbers = [low, high].filter(isNumber);
          const value = isList ? codes.map(Number) : isPair ? numbers : numbers[0];
          onAdd({ questionId: question.id, operator: chosen, ...((isList || needsNumber) && { value }) });
        }}
      >
        Add
      </Button>
    </Stack>
  );
}
