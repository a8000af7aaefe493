"use client";

import { Button, Checkbox, Group, MultiSelect, Paper, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { AnswerFilter } from "@/components/pickers/answer-filter";
import { Button as PlainButton } from "@/components/ui/button";
import { useFormat } from "@/components/ui/use-format";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotState } from "@/lib/pivots/address";
import type { bookRows } from "@/lib/pivots/book";
import { bookColumns } from "@/lib/pivots/book-columns";
import { columnChoices, type Field } from "@/lib/pivots/fields";
import { filterWords } from "@/lib/tables/filter-words";
import { Arrangement } from "./arrangement";

/** Sheets by the same columns and filter. `left`: questions that have no sheet in it. */
export type SheetSet = Pick<PivotState, "columns" | "banner" | "filter"> & { key: number; left: ReadonlySet<string> };

type Props = {
  set: SheetSet;
  offered: ReturnType<typeof bookRows>;
  fields: readonly Field[];
  questions: Question[];
  onChange: (part: Partial<SheetSet>) => void;
};

/** Columns, filter and questions of a set of sheets. */
export function BookSetFields({ set, offered, fields, questions, onChange }: Props) {
  const { columns, banner, filter, left } = set;
  return (
    <>
      <MultiSelect
        label="Columns"
        placeholder={columns.length === 0 ? "None, in total" : ""}
        size="xs"
        data={columnChoices(fields, columns)}
        value={columns}
        onChange={(chosen) => onChange({ columns: chosen })}
        searchable
      />
      {columns.length > 1 && (
        <Group>
          <Arrangement isBeside={banner} onChoose={(isBeside) => onChange({ banner: isBeside })} />
        </Group>
      )}
      <AnswerFilter
        label="Respondents"
        isNamed
        items={filter}
        questions={questions}
        onChange={(items) => onChange({ filter: items })}
      />
      <Questions offered={offered} left={left} onChange={(next) => onChange({ left: next })} />
    </>
  );
}

type ItemProps = Props & {
  number: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onRemove: () => void;
};

/** One of several sets: a line that says what is in it, and its fields behind it. */
export function BookSetItem({ number, isOpen, onOpen, onRemove, ...rest }: ItemProps) {
  const id = useId();
  const { count } = useFormat();
  const { set, offered, fields, questions } = rest;
  const n = offered.length - set.left.size;
  const columns = bookColumns(set, fields) || "no columns";
  const filter = set.filter.map((item) => filterWords(item, questions)).join("; ");
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Paper withBorder p="xs" role="group" aria-label={`Set ${number}`}>
      <Group justify="space-between" gap="xs">
        <PlainButton look="subtle" isSmall aria-expanded={isOpen} aria-controls={id} onClick={() => onOpen(!isOpen)}>
          <Icon size={14} aria-hidden /> Set {number}
        </PlainButton>
        <PlainButton look="subtle" isSmall aria-label={`Remove set ${number}`} onClick={onRemove}>
          Remove
        </PlainButton>
      </Group>
      <Text size="sm" px={8} style={{ overflowWrap: "anywhere" }}>
        {count(n)} {n === 1 ? "question" : "questions"} by {columns}; {filter || "all responses"}
      </Text>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Stack gap="sm" mt="xs">
            <BookSetFields {...rest} />
          </Stack>
        )}
      </div>
    </Paper>
  );
}

type QuestionsProps = {
  offered: ReturnType<typeof bookRows>;
  /** Those that have no sheet. */
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
};

function Questions({ offered, left, onChange }: QuestionsProps) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = offered.filter(({ dimension, title }) => `${title} ${dimension}`.toLowerCase().includes(wanted));
  const put = (dimensions: string[], isIn: boolean) => {
    const next = new Set(left);
    for (const each of dimensions) isIn ? next.delete(each) : next.add(each);
    onChange(next);
  };
  const all = found.map(({ dimension }) => dimension);
  return (
    <>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Find questions"
          size="xs"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          flex="1 1 200px"
        />
        <Button size="xs" variant="default" onClick={() => put(all, true)}>
          Choose {wanted ? "found" : "all"}
        </Button>
        <Button size="xs" variant="default" onClick={() => put(all, false)}>
          {wanted ? "Leave out found" : "Choose none"}
        </Button>
      </Group>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0, "aria-label": "Questions, scrolls" }}>
        <Stack gap={6} role="group" aria-label="Questions of the book" p={2}>
          {found.map(({ dimension, title }) => (
            <Checkbox
              key={dimension}
              size="xs"
              label={title}
              checked={!left.has(dimension)}
              onChange={(event) => put([dimension], event.currentTarget.checked)}
            />
          ))}
          {found.length === 0 && <Text size="sm">No question of that name.</Text>}
        </Stack>
      </ScrollArea.Autosize>
    </>
  );
}
