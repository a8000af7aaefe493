"use client";

import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { MOST_SHEETS } from "@/lib/contracts/terms/exports";
import { startBook } from "@/lib/exports/queries";
import { bookColumns, bookRows, bookTable } from "@/lib/pivots/book";
import type { Field } from "@/lib/pivots/fields";
import { type BegunBook, tellOfBook } from "./book-progress";
import type { Shown } from "./use-pivot";

type Props = {
  onClose: () => void;
  onStarted: (book: BegunBook) => void;
  shown: Shown;
  fields: readonly Field[];
};

/** Starts a book of tables: every chosen question by the columns of the table that is shown. */
export function BookDialog({ onClose, ...rest }: Props) {
  return (
    <Dialog onClose={onClose} title="Book of tables" size="lg">
      <Body onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Body({ shown, fields, onClose, onStarted }: Props) {
  const queries = useQueryClient();
  const offered = bookRows(fields);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = offered.map(({ dimension }) => dimension).filter((each) => !left.has(each));
  const start = useMutation({
    mutationFn: () =>
      startBook({ table: bookTable(shown), ...(chosen.length < offered.length && { questions: chosen }) }),
    onSuccess: async (book) => {
      tellOfBook(book);
      onStarted(book);
      onClose();
      await queries.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  const columns = bookColumns(shown.state, fields);
  const refusal = refusalOf(chosen.length);
  return (
    <Stack gap="sm">
      <Text size="sm">
        An XLSX with a sheet for each question by {columns || "no columns, in total"}, with the values, filter, weight,
        base and tests of this table, and an index. It goes on when this page is closed.
      </Text>
      {shown.held?.frozen_at && (
        <Text size="sm">
          The table here is frozen and the book is not: its figures are of the answers as they are when it is made.
        </Text>
      )}
      <Questions offered={offered} left={left} onChange={setLeft} />
      {(start.error || refusal) && (
        <Text size="sm" c="red" role="alert">
          {start.error?.message ?? refusal}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={start.isPending} disabled={refusal !== null} onClick={() => start.mutate()}>
          Make the book of {chosen.length} {chosen.length === 1 ? "table" : "tables"}
        </Button>
      </Group>
    </Stack>
  );
}

function refusalOf(count: number): string | null {
  if (count === 0) return "Choose at least one question.";
  return count > MOST_SHEETS ? `A book has at most ${MOST_SHEETS.toLocaleString("en")} questions.` : null;
}

type QuestionsProps = {
  offered: ReturnType<typeof bookRows>;
  /** Those that are not in the book. */
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
